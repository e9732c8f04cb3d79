import { chainQuantities } from "#documents/purchase/purchase-order-lines";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { rowLink } from "~/screens/row/row-link";
import { formatMoney, formatNumber } from "~/text/format";
import { textOrDash } from "~/text/plain";
import { entriesTab } from "../finance/entries-tab";
import { unitPrice } from "./unit-price";

type Row = Record<string, unknown>;

interface Revision {
  revision: number;
  time: string;
  by: string | null;
  changeNo: string | null;
  changeId: string | null;
  snapshot: { head: Row; items: Row[] };
}

/** Quantity spine: what of each line is planned, delivered, signed, returned and still to come. */
function Chain({ items }: { items: Row[] }) {
  const names = Object.entries(chainQuantities);
  return (
    <PartTable
      title="数量进度"
      head={["SKU", "品名", "采购数量", ...names.map(([, label]) => label)]}
      rows={items}
      cells={(l) => [
        textOrDash(l.skuCode ?? l.$skuId),
        textOrDash(l.skuName),
        formatNumber(String(l.qty), 0),
        ...names.map(([name]) => formatNumber(String(l[name] ?? 0), 0)),
      ]}
    />
  );
}

/** Versions that changes replaced, with the lines as they were. */
function Revisions({ revisions }: { revisions: Revision[] }) {
  return (
    <PartTable
      title="变更历史"
      head={["版次", "变更单", "生效", "当时总额", "当时明细"]}
      rows={revisions}
      cells={(r) => [
        r.revision,
        r.changeId ? rowLink("purchase_change", r.changeId, r.changeNo) : "—",
        `${textOrDash(r.time).slice(0, 16)} ${r.by ?? ""}`,
        formatMoney(String(r.snapshot.head.orderAmount)),
        <ul key="items" className="chain">
          {r.snapshot.items.map((l) => (
            <li key={String(l.lineNo)}>
              {textOrDash(l.skuCode)} {formatNumber(String(l.qty), 0)} ×{" "}
              {unitPrice(String(l.price))}
              ，交期 {textOrDash(l.expectDate)}
            </li>
          ))}
        </ul>,
      ]}
    />
  );
}

/** 进度 and 变更历史 of an order. */
export function orderTabs({ row }: DetailProps): Tabbed[] {
  const items = (row.items as Row[] | undefined) ?? [];
  const revisions = (row.revisions as Revision[] | undefined) ?? [];
  const entries = row.entries as Row[] | null | undefined;
  return [
    { key: "progress", label: "进度", content: <Chain items={items} /> },
    ...(entries?.length ? [entriesTab({ poId: String(row.id) }, entries)] : []),
    ...(revisions.length
      ? [
          {
            ...{ key: "revisions", label: "变更历史", count: revisions.length },
            content: <Revisions revisions={revisions} />,
          },
        ]
      : []),
  ];
}
