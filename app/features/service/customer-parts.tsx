import { platformStates } from "#documents/order/platform-words";
import { severities } from "#documents/service/words";
import { tableTab } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatMoney, plainText, textOrDash } from "~/text";

type CustomerPartWords = Readonly<Record<string, { label: string } | undefined>>;

const word = (words: CustomerPartWords, value: unknown) => words[plainText(value)]?.label ?? textOrDash(value);
const money = (r: { amount: string | null; currency: string | null }) =>
  formatMoney(r.amount || "0", plainText(r.currency));

/** What a buyer bought, got back and complained of; the newest of each. */
export function customerTabs({ row }: DetailProps<"customer">): Tabbed[] {
  const { orders = [], threads = [], refunds = [], vocs = [] } = row;
  return [
    tableTab("orders", "订单", {
      title: "最近的订单",
      head: ["平台订单号", "店铺", "下单时间", "状态", "商品", "件数", "金额"],
      rows: orders,
      cells: (r) => [
        rowLink("all_order", r.id, r.no),
        textOrDash(r.store),
        textOrDash(r.time),
        word(platformStates, r.status),
        textOrDash(r.skus),
        textOrDash(r.qty),
        money(r),
      ],
    }),
    tableTab("threads", "消息", {
      title: "站内信",
      head: ["单号", "状态", "主题", "订单号", "创建时间"],
      rows: threads,
      cells: (r) => [
        rowLink("cs_thread", r.id, r.no),
        stateTag("cs_thread", r.status),
        textOrDash(r.subject),
        textOrDash(r.orderNo),
        textOrDash(r.time),
      ],
    }),
    tableTab("refunds", "退款", {
      title: "退款",
      head: ["单号", "状态", "退款金额", "创建时间"],
      rows: refunds,
      cells: (r) => [rowLink("cs_refund", r.id, r.no), stateTag("cs_refund", r.status), money(r), textOrDash(r.time)],
    }),
    tableTab("vocs", "VOC", {
      title: "客户之声",
      head: ["单号", "状态", "严重度", "问题描述", "创建时间"],
      rows: vocs,
      cells: (r) => [
        rowLink("voc", r.id, r.no),
        stateTag("voc", r.status),
        word(severities, r.severity),
        textOrDash(r.description),
        textOrDash(r.time),
      ],
    }),
  ];
}
