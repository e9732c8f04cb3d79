import { evaluationOrder } from "#documents/promotion/order";
import { matchStates } from "#documents/promotion/words";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatMoney } from "~/text/format";
import { plainText, textOrDash } from "~/text/plain";
import { Tag } from "~/ui/tag/tag";
import { withParams } from "~/ui/url";

interface WorkOrder {
  id: string;
  no: string;
  platformOrderNo: string;
  alias: string;
  day: string;
  paid: string;
  match: keyof typeof matchStates;
  status: string;
  photos: number;
  refundNo: string | null;
  rebateNo: string | null;
}

/** 测评订单 of a task: how each stands, those that wait first; its file goes in by the list's import. */
export function workOrderTab({ row, permissions }: DetailProps): Tabbed[] {
  const orders = row.workOrders === undefined ? [] : (row.workOrders as WorkOrder[] | null);
  const currency = plainText(row.currency);
  const { list } = evaluationOrder.screens;
  const content = (
    <>
      <p className="btns">
        <a href={withParams(list, { evaluationId: plainText(row.id) })}>在列表中打开</a>
        {permissions?.has("promo_evaorder_import") !== false && (
          <a href={withParams(list, { import: 1 })}>从文件登记</a>
        )}
      </p>
      <PartTable
        title="测评订单"
        head={[
          "单号",
          "平台订单号",
          "代号",
          "下单日",
          "实付",
          "匹配",
          "截图",
          "状态",
          "返款单",
          "返利单",
        ]}
        rows={orders}
        cells={(o) => [
          rowLink(evaluationOrder.name, o.id, o.no),
          o.platformOrderNo,
          o.alias,
          o.day,
          formatMoney(o.paid, currency),
          <Tag key="match" tone={matchStates[o.match].tone}>
            {matchStates[o.match].label}
          </Tag>,
          o.photos ? `${o.photos}张` : "—",
          stateTag(evaluationOrder.name, o.status),
          textOrDash(o.refundNo),
          textOrDash(o.rebateNo),
        ]}
      />
    </>
  );
  return [{ key: "orders", label: "测评订单", count: orders?.length, content }];
}

interface Month {
  month: string;
  currency: string;
  orders: number;
  checked: number;
  abnormal: number;
  paid: string;
  fees: string;
}

const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100);
const said = (amount: number, currency: string) => formatMoney((amount / 100).toFixed(2), currency);
const MONTHS = ["月份", "测评订单", "已核对", "异常", "实付", "服务费", "费用", "单均费用"];

/** 按月费用: orders of each month and what they cost; of an application, what is left of its budget. */
export function burnTab({ row }: DetailProps): Tabbed[] {
  const months = (row.months as Month[] | undefined) ?? [];
  if (!months.length) return [];
  const budget = cents(row.budgetAmount);
  let left = budget;
  const rows = months.map((m) => {
    const cost = cents(m.paid) + cents(m.fees);
    left -= cost;
    return { ...m, cost, left };
  });
  const content = (
    <PartTable
      title="按月费用"
      head={[...MONTHS, ...(budget ? ["月末剩余预算"] : [])]}
      rows={rows}
      cells={(m) => [
        ...[m.month, String(m.orders), String(m.checked), String(m.abnormal)],
        ...[formatMoney(m.paid, m.currency), formatMoney(m.fees, m.currency)],
        said(m.cost, m.currency),
        m.checked ? said(Math.round(m.cost / m.checked), m.currency) : "—",
        ...(budget ? [said(m.left, m.currency)] : []),
      ]}
    />
  );
  return [{ key: "months", label: "按月费用", count: months.length, content }];
}
