import { requestTypes } from "#documents/finance/payment-pool";
import { entriesOf } from "#documents/kit";
import { chainQuantities } from "#documents/purchase/purchase-order-lines";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, PartRow, Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatMoney, formatNumber, textOrDash } from "~/text";
import { Alert } from "~/ui";
import { entriesTab } from "../finance/entries-tab";
import { unitPrice } from "./unit-price";

type OrderPartRow = PartRow<"purchase_order">;
type PurchaseOrderPart<N extends keyof OrderPartRow> = NonNullable<OrderPartRow[N]>;

const TYPES: Record<string, { label: string } | undefined> = requestTypes;

/** What an order that suppliers work on waits for, where the first step towards it is not made. */
function missingSteps({ status, settleMethod, depositRate, payStatus, items }: OrderPartRow): string[] {
  if (status !== "executing") return [];
  const begun = items?.some((l) => Number(l.planQty) > 0 || Number(l.deliveredQty) > 0);
  const deposit = settleMethod === "deposit" && Number(depositRate) > 0;
  return [
    ...(items?.length && !begun ? ["还没有交货计划，也没有送货"] : []),
    // Not by its requests: who may not see them is sent none.
    ...(deposit && payStatus === "none" ? [`预付${Number(depositRate)}%还没有请款`] : []),
  ];
}

/** Quantity spine: what of each line is planned, delivered, signed, returned and still to come. */
function Chain({ row }: { row: OrderPartRow }) {
  const { items = [] } = row;
  const names = entriesOf(chainQuantities);
  const missing = missingSteps(row);
  const table = (
    <PartTable
      title="数量进度"
      head={["SKU", "品名", "采购数量", ...names.map(([, label]) => label)]}
      rows={items}
      cells={(l) => [
        textOrDash(l.skuCode ?? l.$skuId),
        textOrDash(l.skuName),
        formatNumber(l.qty, 0),
        ...names.map(([name]) => formatNumber(l[name] ?? 0, 0)),
      ]}
    />
  );
  return (
    <>
      {missing.length > 0 && <Alert tone="warning">{`${missing.join("；")}。`}</Alert>}
      {table}
    </>
  );
}

/** Versions that changes replaced, with the lines as they were. */
function Revisions({ revisions }: { revisions: PurchaseOrderPart<"revisions"> }) {
  return (
    <PartTable
      title="变更历史"
      head={["版次", "变更单", "生效", "当时总额", "当时明细"]}
      rows={revisions}
      cells={(r) => [
        r.revision,
        r.changeId ? rowLink("purchase_change", r.changeId, r.changeNo) : "—",
        `${textOrDash(r.time).slice(0, 16)} ${r.by ?? ""}`,
        formatMoney(r.snapshot.head.orderAmount),
        <ul key="items" className="chain">
          {r.snapshot.items.map((l) => (
            <li key={l.lineNo}>
              {textOrDash(l.skuCode)} {formatNumber(l.qty, 0)} × {unitPrice(l.price)}
              ，交期 {textOrDash(l.expectDate)}
            </li>
          ))}
        </ul>,
      ]}
    />
  );
}

/** What was asked for of an order, and how much of it is paid. */
function Requests({ requests }: { requests: PurchaseOrderPart<"requests"> }) {
  return (
    <PartTable
      title="请款与付款"
      head={["请款单", "类型", "状态", "本次请款", "已付", "期望付款日"]}
      rows={requests}
      cells={(r) => [
        rowLink("payment_request", r.id, r.no),
        r.bizType === "offset" ? "抵扣" : (TYPES[r.requestType ?? ""]?.label ?? "—"),
        stateTag("payment_request", r.status),
        formatMoney(r.amount, r.currency),
        formatMoney(r.settled, r.currency),
        textOrDash(r.expectPayDate),
      ]}
    />
  );
}

/** 进度, 请款与付款 and 变更历史 of an order. */
export function orderTabs({ row }: DetailProps<"purchase_order">): Tabbed[] {
  const { requests = [], revisions = [], entries } = row;
  return [
    { key: "progress", label: "进度", content: <Chain row={row} /> },
    ...(entries?.length ? [entriesTab({ poId: row.id }, entries)] : []),
    ...(requests.length
      ? [{ key: "requests", label: "请款与付款", count: requests.length, content: <Requests requests={requests} /> }]
      : []),
    ...(revisions.length
      ? [{ key: "revisions", label: "变更历史", count: revisions.length, content: <Revisions revisions={revisions} /> }]
      : []),
  ];
}
