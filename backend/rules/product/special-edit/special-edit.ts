import { documentNamed } from "#documents";
import type { Fields } from "#documents/kit";
import { CUSTOMS, EASY, specialFields } from "#documents/product/sku-special-edit";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import { snake } from "../../../documents/names";
import { lockRow } from "../../../documents/reading/row";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { writeOperLog } from "../../../logs/oper-log";

interface Change {
  field: string;
  label: string;
  old: unknown;
  new: unknown;
}

const fields: Fields = specialFields;
const NUMERIC = new Set(["int", "decimal", "money", "percent"]);
const empty = (v: unknown) => v === null || v === undefined || v === "";

/** Numbers compare as numbers: 3 and 3.00 are one value. */
function same(name: string, a: unknown, b: unknown): boolean {
  if (empty(a) || empty(b)) return empty(a) && empty(b);
  return NUMERIC.has(fields[name]?.kind ?? "") ? Number(a) === Number(b) : String(a) === String(b);
}

/** Old and new of each field that the form changes; a field left empty keeps its value. */
export function changesOf(next: Values, sku: Row): Change[] {
  return Object.entries(specialFields)
    .filter(([name]) => !empty(next[name]) && !same(name, next[name], sku[name]))
    .map(([name, f]) => ({
      field: name,
      label: f.label,
      old: sku[name] ?? null,
      new: next[name] ?? null,
    }));
}

const skuOf = (c: RuleContext, id: unknown) =>
  lockRow(c, documentNamed("sku"), String(id), { anyScope: true });

async function requireAlone({ sql }: RuleContext, sku: Row, own: string) {
  const other = await sql.one(
    `select 1 from sku_special_edit where sku_id = $1 and status = 'auditing' and del_flag = 0
       and id <> $2 limit 1`,
    [sku.id, own],
  );
  if (other) throw conflict(`SKU ${sku.skuCode} 已有审批中的特殊编辑`);
}

function requireSku(sku: Row) {
  if (sku.status !== "approved") throw conflict(`SKU ${sku.skuCode} 未审核`);
}

/** openDocs: drafts that copied the SKU copy it again; submitted documents never change. */
async function refreshDrafts({ sql }: RuleContext, skuId: unknown) {
  const { documents } = await import("#documents");
  for (const d of documents)
    for (const l of Object.values(d.lines ?? {})) {
      if (!d.flow || d.name === "sku" || !l.fields.skuId || !l.fields.skuName) continue;
      await sql.query(
        `update ${l.table} l set sku_name = k.name from sku k, ${d.table} h
         where k.id = $1 and l.sku_id = k.id and h.id = l.${snake(d.name)}_id
           and h.status in ('draft', 'rejected') and l.sku_name is not null`,
        [skuId],
      );
    }
}

/** SKU特殊编辑单 (supply.md 1). */
export const skuSpecialEditRules: LegacyRules = {
  async enrichOne(c, row) {
    const seesPrice = c.caller.permissions.has("purchase_price_view");
    const changes = ((row.changes ?? []) as Change[]).filter(
      (x) => seesPrice || x.field !== "purchasePrice",
    );
    row.changes = changes;
    const sku = await c.sql.one<Values>(
      `select ${Object.keys(specialFields)
        .map((n) => `${snake(n)} as "${n}"`)
        .join(", ")} from sku where id = $1`,
      [row.skuId],
    );
    if (!seesPrice && sku) delete sku.purchasePrice;
    Object.assign(row, sku, Object.fromEntries(changes.map((x) => [x.field, x.new])));
  },
  async prefill(c, from) {
    if (!/^\d{1,18}$/.test(from.skuId ?? "")) return {};
    const sku = await c.sql.one<Row>(
      `select id as "skuId", sku_code as "skuName", ${Object.keys(specialFields)
        .map((n) => `${snake(n)} as "${n}"`)
        .join(", ")} from sku where id = $1 and tenant_id = $2 and del_flag = 0`,
      [from.skuId, c.tenantId],
    );
    if (sku && !c.caller.permissions.has("purchase_price_view")) delete sku.purchasePrice;
    return sku ?? {};
  },
  async beforeSave(c, next, before) {
    const sku = await skuOf(c, next.skuId ?? before?.skuId);
    requireSku(sku);
    const blind = !c.caller.permissions.has("purchase_price_view");
    if (blind) delete next.purchasePrice;
    const kept = ((before?.changes ?? []) as Change[]).filter(
      (x) => next[x.field] === undefined && !same(x.field, x.new, sku[x.field]),
    );
    const changes = [...kept, ...changesOf(next, sku)];
    if (!changes.length) throw conflict("请至少修改一项资料");
    if (sku.skuType === "easy") {
      const other = changes.find((x) => !EASY.has(x.field));
      if (other) {
        const message = "简易SKU只能修改名称、包装尺寸、毛重和参考价";
        throw invalid(message, { [other.field]: message });
      }
    }
    const value = (name: string) => changes.find((x) => x.field === name)?.new ?? sku[name];
    if (empty(value("name"))) throw invalid("请输入品名", { name: "请输入品名" });
    if (Number(value("grossWeightG") ?? 0) < Number(value("netWeightG") ?? 0))
      throw invalid("毛重不能小于净重", { grossWeightG: "毛重不能小于净重" });
    next.changes = changes;
    next.changedFields = changes
      .map((x) => x.label)
      .join("、")
      .slice(0, 500);
  },
  async onSubmit(c, row) {
    const sku = await skuOf(c, row.skuId);
    requireSku(sku);
    await requireAlone(c, sku, row.id);
    const stale = (row.changes as Change[]).some((x) => !same(x.field, x.old, sku[x.field]));
    if (stale) throw conflict("SKU资料已变化，请重新提交");
  },
  async flowFlags(c, row) {
    const sku = await skuOf(c, row.skuId);
    const fields = (row.changes as Change[]).map((x) => x.field);
    // An easy SKU asks its leader alone.
    if (sku.skuType === "easy") return { priceChanged: false, customsChanged: false };
    return {
      priceChanged: fields.includes("purchasePrice"),
      customsChanged: fields.some((f) => CUSTOMS.has(f)),
    };
  },
  async onApproved(c, row) {
    const sku = await skuOf(c, row.skuId);
    const changes = row.changes as Change[];
    if (changes.some((x) => !same(x.field, x.old, sku[x.field])))
      throw conflict("SKU资料已变化，请重新提交");
    const record = Object.fromEntries(changes.map((x) => [snake(x.field), x.new]));
    const sets = Object.keys(record).map((n) => `${n} = x.${n}`);
    await c.sql.query(
      `update sku t set ${sets.join(", ")}, version = t.version + 1, update_time = now()
       from jsonb_populate_record(null::sku, $2::jsonb) x where t.id = $1`,
      [row.skuId, JSON.stringify(record)],
    );
    await writeOperLog(c.sql, {
      tenantId: c.tenantId,
      bizType: "sku",
      bizId: String(row.skuId),
      action: `特殊编辑 ${row.no}`,
      diff: Object.fromEntries(changes.map((x) => [x.field, [x.old, x.new]])),
      operator: c.caller,
    });
    if (row.effectiveScope === "openDocs") await refreshDrafts(c, row.skuId);
  },
};
