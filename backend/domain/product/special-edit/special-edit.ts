import type { z } from "zod";
import type { HeadRead, RuleContext, RuleValues } from "#backend/engine/documents";
import { lockRow, rules, transition } from "#backend/engine/documents";
import { headColumn, snake } from "#backend/engine/documents/names";
import { sameValue } from "#backend/engine/documents/writing/difference";
import { conflict, invalidAt } from "#backend/platform/http";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { dec } from "#backend/platform/values";
import { documents } from "#documents";
import type { FieldSet, RowOf } from "#documents/kit";
import { sku } from "#documents/product/sku";
import { CUSTOMS, EASY, fieldChanges, skuSpecialEdit, specialFields } from "#documents/product/sku-special-edit";

/** What a special edit does to one field. */
type SpecialEditChange = z.infer<typeof fieldChanges>[number];

/** Changes as they are stored; a draft that names none has none. */
const readChanges = (stored: unknown): SpecialEditChange[] => fieldChanges.parse(stored ?? []);

const fields: FieldSet = specialFields;

const isEmpty = (v: unknown) => v === null || v === undefined || v === "";

const same = (name: string, a: unknown, b: unknown): boolean =>
  isEmpty(a) || isEmpty(b) ? isEmpty(a) && isEmpty(b) : sameValue(fields[name], a, b);

/** Old and new of each field that the form changes; a field left empty keeps its value. */
const changesOf = (next: RuleValues, sku: RuleValues): SpecialEditChange[] =>
  Object.entries(specialFields)
    .filter(([name]) => !isEmpty(next[name]) && !same(name, next[name], sku[name]))
    .map(([field, { label }]) => ({ field, label, old: sku[field] ?? null, new: next[field] ?? null }));

/** Changes of a draft that a save does not name and that are still changes. */
const keptOf = (before: readonly SpecialEditChange[], next: RuleValues, sku: RuleValues): SpecialEditChange[] =>
  before.filter((x) => next[x.field] === undefined && !same(x.field, x.new, sku[x.field]));

/** True when the SKU is no longer what the changes were made from. */
const isStale = (changes: readonly SpecialEditChange[], sku: RuleValues): boolean =>
  changes.some((x) => !same(x.field, x.old, sku[x.field]));

/** openDocs: drafts that copied the SKU copy it again; submitted documents never change. */
async function refreshDrafts({ sql }: RuleContext, skuId: string) {
  for (const d of documents)
    for (const l of Object.values(d.lines ?? {})) {
      if (!d.flow || d.name === "sku" || !l.fields.skuId || !l.fields.skuName) continue;
      await sql.query(
        `update ${l.table} l set sku_name = k.name from sku k, ${d.table} h
         where k.id = $1 and l.sku_id = k.id and h.id = l.${headColumn(d)}
           and h.status in ('draft', 'rejected') and l.sku_name is not null`,
        [skuId],
      );
    }
}

/** Writes the changes into the SKU and its history. */
async function applyChanges(
  c: RuleContext,
  row: RowOf<typeof skuSpecialEdit>,
  changes: readonly SpecialEditChange[],
): Promise<void> {
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
    bizId: row.skuId,
    action: `特殊编辑 ${row.no}`,
    diff: Object.fromEntries(changes.map((x) => [x.field, [x.old, x.new]])),
    operator: c.caller,
  });
  if (row.effectiveScope === "openDocs") await refreshDrafts(c, row.skuId);
}

type SpecialEditSku = HeadRead<typeof sku>;

const STALE = "SKU资料已变化，请重新提交";

const skuOf = (c: RuleContext, id: string) => lockRow(c, sku, id, { anyScope: true });

const unapproved = (s: SpecialEditSku) => s.status !== "approved" && `SKU ${s.skuCode} 未审核`;

const seesPrice = ({ caller }: Pick<RuleContext, "caller">) => caller.permissions.has("purchase_price_view");

const COLUMNS = Object.keys(specialFields)
  .map((n) => `${snake(n)} as "${n}"`)
  .join(", ");

/** What the changes would make of the SKU. @throws Refusal 400 */
function requireResult(changes: readonly SpecialEditChange[], s: SpecialEditSku) {
  const other = s.skuType === "easy" && changes.find((x) => !EASY.has(x.field));
  if (other) throw invalidAt(other.field, "简易SKU只能修改名称、包装尺寸、毛重和参考价");
  const whole: RuleValues = { ...s, ...Object.fromEntries(changes.map((x) => [x.field, x.new])) };
  if (isEmpty(whole.name)) throw invalidAt("name", "请输入品名");
  const weight = (v: unknown) => dec(typeof v === "string" ? v : null);
  if (weight(whole.grossWeightG).lt(weight(whole.netWeightG))) throw invalidAt("grossWeightG", "毛重不能小于净重");
}

const submit = transition(skuSpecialEdit, "submit", {
  lock: async (c, row) => ({
    sku: await skuOf(c, row.skuId),
    other: await c.sql.one(
      `select 1 from sku_special_edit where sku_id = $1 and status = 'auditing' and del_flag = 0
         and id <> $2 limit 1`,
      [row.skuId, row.id],
    ),
  }),
  guard: ({ row, sku: s, other }) =>
    unapproved(s) ||
    (other && `SKU ${s.skuCode} 已有审批中的特殊编辑`) ||
    (isStale(readChanges(row.changes), s) && STALE),
});

const approved = transition(skuSpecialEdit, "approved", {
  lock: async (c, row) => ({ sku: await skuOf(c, row.skuId) }),
  guard: ({ row, sku: s }) => isStale(readChanges(row.changes), s) && STALE,
  effect: (c, { row }) => applyChanges(c, row, readChanges(row.changes)),
});

/** SKU特殊编辑单 (supply.md 1). */
export const skuSpecialEditRules = rules(skuSpecialEdit, {
  async enrichOne(c, row) {
    const sees = seesPrice(c);
    const changes = readChanges(row.changes).filter((x) => sees || x.field !== "purchasePrice");
    const now = await c.sql.one(`select ${COLUMNS} from sku where id = $1`, [row.skuId]);
    if (!sees && now) delete now.purchasePrice;
    row.changes = changes;
    Object.assign(row, now, Object.fromEntries(changes.map((x) => [x.field, x.new])));
  },
  async prefill(c, from) {
    const [skuId] = from.skuId ?? [];
    if (!skuId) return {};
    const found = await c.sql.one(
      `select id as "skuId", sku_code as "skuName", ${COLUMNS}
       from sku where id = $1`,
      [skuId],
    );
    if (found && !seesPrice(c)) delete found.purchasePrice;
    return found ?? {};
  },
  async beforeSave(c, next, before) {
    const skuId = next.skuId ?? before?.skuId;
    if (!skuId) throw invalidAt("skuId", "请选择SKU");
    const s = await skuOf(c, skuId);
    const reason = unapproved(s);
    if (reason) throw conflict(reason);
    if (!seesPrice(c)) delete next.purchasePrice;
    const kept = keptOf(readChanges(before?.changes), next, s);
    const changes = [...kept, ...changesOf(next, s)];
    if (!changes.length) throw conflict("请至少修改一项资料");
    requireResult(changes, s);
    next.changes = changes;
    next.changedFields = changes
      .map((x) => x.label)
      .join("、")
      .slice(0, 500);
  },
  async flowFlags(c, row) {
    const { skuType } = await skuOf(c, row.skuId);
    // An easy SKU asks its leader alone.
    if (skuType === "easy") return { priceChanged: false, customsChanged: false };
    const fields = readChanges(row.changes).map((x) => x.field);
    return { priceChanged: fields.includes("purchasePrice"), customsChanged: fields.some((f) => CUSTOMS.has(f)) };
  },
  transitions: [submit, approved],
});
