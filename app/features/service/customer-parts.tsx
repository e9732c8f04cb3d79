import { platformStates } from "#documents/order/platform-words";
import { severities } from "#documents/service/words";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatMoney } from "~/text/format";
import { plainText, textOrDash } from "~/text/plain";

type Row = Record<string, unknown>;
type Words = Readonly<Record<string, { label: string } | undefined>>;

const rows = (row: Row, name: string): Row[] | null => {
  const found = row[name];
  return found === null || Array.isArray(found) ? found : [];
};
const word = (words: Words, value: unknown) => words[plainText(value)]?.label ?? textOrDash(value);
const money = (r: Row) => formatMoney(plainText(r.amount) || "0", plainText(r.currency));
/** What a buyer bought, got back and complained of; the newest of each. */
export function customerTabs({ row }: DetailProps): Tabbed[] {
  const [orders, threads] = [rows(row, "orders"), rows(row, "threads")];
  const [refunds, vocs] = [rows(row, "refunds"), rows(row, "vocs")];
  return [
    {
      ...{ key: "orders", label: "订单", count: orders?.length },
      content: (
        <PartTable
          title="最近的订单"
          head={["平台订单号", "店铺", "下单时间", "状态", "商品", "件数", "金额"]}
          rows={orders}
          cells={(r) => [
            rowLink("all_order", r.id, r.no),
            textOrDash(r.store),
            textOrDash(r.time),
            word(platformStates, r.status),
            textOrDash(r.skus),
            textOrDash(r.qty),
            money(r),
          ]}
        />
      ),
    },
    {
      ...{ key: "threads", label: "消息", count: threads?.length },
      content: (
        <PartTable
          title="站内信"
          head={["单号", "状态", "主题", "订单号", "创建时间"]}
          rows={threads}
          cells={(r) => [
            rowLink("cs_thread", r.id, r.no),
            stateTag("cs_thread", r.status),
            textOrDash(r.subject),
            textOrDash(r.orderNo),
            textOrDash(r.time),
          ]}
        />
      ),
    },
    {
      ...{ key: "refunds", label: "退款", count: refunds?.length },
      content: (
        <PartTable
          title="退款"
          head={["单号", "状态", "退款金额", "创建时间"]}
          rows={refunds}
          cells={(r) => [
            rowLink("cs_refund", r.id, r.no),
            stateTag("cs_refund", r.status),
            money(r),
            textOrDash(r.time),
          ]}
        />
      ),
    },
    {
      ...{ key: "vocs", label: "VOC", count: vocs?.length },
      content: (
        <PartTable
          title="客户之声"
          head={["单号", "状态", "严重度", "问题描述", "创建时间"]}
          rows={vocs}
          cells={(r) => [
            rowLink("voc", r.id, r.no),
            stateTag("voc", r.status),
            word(severities, r.severity),
            textOrDash(r.description),
            textOrDash(r.time),
          ]}
        />
      ),
    },
  ];
}
