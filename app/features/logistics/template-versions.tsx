import { documentNamed } from "#documents";
import { freightTemplate } from "#documents/logistics/freight-template";
import { calcTypes, conditions, type FreightLine, type FreightTerms } from "#documents/logistics/freight-types";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { valueText } from "~/screens/row/told";
import { formatDateTime, textOrDash } from "~/text";
import { withParams } from "~/ui";

const HEAD = [
  "billingType",
  "currency",
  "volumeDivisor",
  "roundUnitKg",
  "roundScope",
  "minCharge",
  "destZone",
] as const;

const figure = (v: unknown) => (v === null || v === undefined || v === "" ? "—" : String(Number(v)));

/** What a line is about, and what it says of it. */
function lineOf(l: FreightLine): [about: string, says: string] {
  if (l.kind === "tier") {
    const to = l.toQty ? figure(l.toQty) : "以上";
    return [`阶梯${l.containerType ?? `${figure(l.fromQty ?? 0)}–${to}`}`, figure(l.unitPrice)];
  }
  const when = l.condition && l.condition !== "always" ? `（${conditions[l.condition].label}）` : "";
  return [`附加费${l.name ?? ""}${when}`, `${l.calcType ? calcTypes[l.calcType].label : ""}${figure(l.value)}`];
}

const asText = (name: (typeof HEAD)[number], value: unknown) => valueText(freightTemplate.fields[name], value);

const same = (a: string, b: string) => a === b || (a !== "" && Number(a) === Number(b));

/** What one version says otherwise than the one before: `阶梯0–45 12.5 → 13`. */
export function versionChanges(before: FreightTerms, after: FreightTerms): string[] {
  const heads = HEAD.flatMap((name) => {
    const [was, now] = [asText(name, before[name]), asText(name, after[name])];
    const { label } = freightTemplate.fields[name];
    return same(was, now) ? [] : [`${label} ${was} → ${now}`];
  });
  const [old, next] = [before, after].map((t) => new Map(t.items.map(lineOf)));
  const names = new Set([...(old?.keys() ?? []), ...(next?.keys() ?? [])]);
  const lines = [...names].flatMap((name) => {
    const [was, now] = [old?.get(name), next?.get(name)];
    if (was === now) return [];
    if (!was) return [`新增${name} ${now}`];
    return [now ? `${name} ${was} → ${now}` : `删除${name} ${was}`];
  });
  return [...heads, ...lines];
}

/** Versions of a template, newest first: since when, what changed, what was priced by each. */
export function versionTab({ row }: DetailProps<"freight_template">): Tabbed[] {
  const { versions = [] } = row;
  if (!versions.length) return [];
  const transfers = withParams(documentNamed("transfer").screens.list, { freightTemplateId: row.id, v: "0" });
  const content = (
    <PartTable
      title="版本"
      head={["版本", "自", "至", "修改人", "与上一版的差异", "按它报价的调拨单"]}
      rows={versions.map((v, i) => ({ ...v, next: versions[i - 1], last: versions[i + 1] }))}
      cells={(v) => [
        `版本${v.version}`,
        formatDateTime(v.time),
        v.next ? formatDateTime(v.next.time) : "现行",
        textOrDash(v.by),
        v.last ? versionChanges(v.last.terms, v.terms).join("；") || "—" : "首版",
        v.priced ? (
          <a key="priced" href={transfers}>
            {`${v.priced} 单`}
          </a>
        ) : (
          "—"
        ),
      ]}
    />
  );
  return [{ key: "versions", label: "版本", count: versions.length, content }];
}
