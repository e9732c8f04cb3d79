import { evaluationOrder } from "#documents/promotion/order";
import { matchStates } from "#documents/promotion/words";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, PartRow, Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatMoney, plainText, textOrDash } from "~/text";
import { Tag, withParams } from "~/ui";

/** 测评订单 of a task: how each stands, those that wait first; its file goes in by the list's import. */
export function workOrderTab({ row, permissions }: DetailProps<"evaluation">): Tabbed[] {
  const { workOrders: orders = [] } = row;
  const currency = plainText(row.currency);
  const { list } = evaluationOrder.screens;
  const content = (
    <>
      <p className="btns">
        <a href={withParams(list, { evaluationId: row.id })}>在列表中打开</a>
        {permissions?.has("promo_evaorder_import") !== false && (
          <a href={withParams(list, { import: 1 })}>从文件登记</a>
        )}
      </p>
      <PartTable
        title="测评订单"
        head={["单号", "平台订单号", "代号", "下单日", "实付", "匹配", "截图", "状态", "返款单", "返利单"]}
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

const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100);
const said = (amount: number, currency: string) => formatMoney((amount / 100).toFixed(2), currency);
const MONTHS = ["月份", "测评订单", "已核对", "异常", "实付", "服务费", "费用", "单均费用"];

/** What costs month by month; an application has a budget for it. */
interface Burning {
  row: Pick<PartRow<"evaluation">, "months"> & Partial<Pick<PartRow<"evaluation_application">, "budgetAmount">>;
}

/** 按月费用: orders of each month and what they cost; of an application, what is left of its budget. */
export function burnTab({ row }: Burning): Tabbed[] {
  const { months = [] } = row;
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
        m.month,
        String(m.orders),
        String(m.checked),
        String(m.abnormal),
        formatMoney(m.paid, m.currency),
        formatMoney(m.fees, m.currency),
        said(m.cost, m.currency),
        m.checked ? said(Math.round(m.cost / m.checked), m.currency) : "—",
        ...(budget ? [said(m.left, m.currency)] : []),
      ]}
    />
  );
  return [{ key: "months", label: "按月费用", count: months.length, content }];
}
