import { documentNamed } from "#documents";
import type { DocumentType } from "#documents/kit";
import { chainQuantities } from "#documents/purchase/purchase-order-lines";
import { PartTable } from "~/screens/detail/part-table";
import { rowHref } from "~/screens/href";
import type { DetailProps } from "~/screens/parts";
import { formatMoney, formatNumber } from "~/text/format";
import { Tag } from "~/ui/tag/tag";
import { unitPrice } from "./unit-price";

type Row = Record<string, unknown>;

const text = (v: unknown) => (v === null || v === undefined || v === "" ? "—" : String(v));

interface Revision {
  revision: number;
  time: string;
  by: string | null;
  changeNo: string | null;
  changeId: string | null;
  snapshot: { head: Row; items: Row[] };
}

const link = (name: string, id: unknown, label: unknown) => (
  <a href={rowHref(documentNamed(name), "detail", String(id), documentNamed(name).screens.list)}>
    {text(label)}
  </a>
);

function State({ document, row }: { document: DocumentType; row: Row }) {
  const state = document.status?.values[String(row.status)];
  return state ? <Tag tone={state.tone}>{state.label}</Tag> : text(row.status);
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
        text(l.skuCode ?? l.$skuId),
        text(l.skuName),
        formatNumber(String(l.qty), 0),
        ...names.map(([name]) => formatNumber(String(l[name] ?? 0), 0)),
      ]}
    />
  );
}

/** Versions that changes replaced, with the lines as they were. */
function Revisions({ revisions }: { revisions: Revision[] }) {
  if (!revisions.length) return null;
  return (
    <PartTable
      title="变更历史"
      head={["版次", "变更单", "生效", "当时总额", "当时明细"]}
      rows={revisions}
      cells={(r) => [
        r.revision,
        r.changeId ? link("purchase_change", r.changeId, r.changeNo) : "—",
        `${text(r.time).slice(0, 16)} ${r.by ?? ""}`,
        formatMoney(String(r.snapshot.head.orderAmount)),
        <ul key="items" className="chain">
          {r.snapshot.items.map((l) => (
            <li key={String(l.lineNo)}>
              {text(l.skuCode)} {formatNumber(String(l.qty), 0)} × {unitPrice(String(l.price))}
              ，交期 {text(l.expectDate)}
            </li>
          ))}
        </ul>,
      ]}
    />
  );
}

/** Documents that follow the order: contracts, plans, deliveries, returns, exchanges, changes. */
export function OrderParts({ row }: DetailProps) {
  const tabs = (row.tabs ?? []) as { document: string; rows: Row[] }[];
  return (
    <>
      <Chain items={(row.items as Row[] | undefined) ?? []} />
      {tabs
        .filter((t) => t.rows.length)
        .map((t) => {
          const document = documentNamed(t.document);
          return (
            <PartTable
              key={t.document}
              title={document.label}
              head={["单号", "状态", "日期", "说明"]}
              rows={t.rows}
              cells={(r) => [
                link(t.document, r.id, r.no),
                <State key="state" document={document} row={r} />,
                text(r.date),
                text(r.note),
              ]}
            />
          );
        })}
      <Revisions revisions={(row.revisions as Revision[] | undefined) ?? []} />
    </>
  );
}
