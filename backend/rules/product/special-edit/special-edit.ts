import { sku } from "#documents/product/sku";
import { CUSTOMS, EASY, skuSpecialEdit, specialFields } from "#documents/product/sku-special-edit";
import { snake } from "../../../documents/names";
import { type HeadRead, lockRow } from "../../../documents/reading/row";
import type { RuleContext, Values } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { dec } from "../../../values/money";
import { at } from "../at";
import { applyChanges } from "./apply";
import { type Change, changesOf, isEmpty, isStale, keptOf, readChanges } from "./changes";

type Sku = HeadRead<typeof sku>;

const STALE = "SKU资料已变化，请重新提交";

const skuOf = (c: RuleContext, id: string) => lockRow(c, sku, id, { anyScope: true });

const unapproved = (s: Sku) => s.status !== "approved" && `SKU ${s.skuCode} 未审核`;

const seesPrice = ({ caller }: Pick<RuleContext, "caller">) =>
  caller.permissions.has("purchase_price_view");

const COLUMNS = Object.keys(specialFields)
  .map((n) => `${snake(n)} as "${n}"`)
  .join(", ");

/** What the changes would make of the SKU. @throws Refusal 400 */
function requireResult(changes: readonly Change[], s: Sku) {
  const other = s.skuType === "easy" && changes.find((x) => !EASY.has(x.field));
  if (other) throw at(other.field, "简易SKU只能修改名称、包装尺寸、毛重和参考价");
  const whole: Values = { ...s, ...Object.fromEntries(changes.map((x) => [x.field, x.new])) };
  if (isEmpty(whole.name)) throw at("name", "请输入品名");
  const weight = (v: unknown) => dec(typeof v === "string" ? v : null);
  if (weight(whole.grossWeightG).lt(weight(whole.netWeightG)))
    throw at("grossWeightG", "毛重不能小于净重");
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
    Object.assign(row, { changes }, now, Object.fromEntries(changes.map((x) => [x.field, x.new])));
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
    if (!skuId) throw at("skuId", "请选择SKU");
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
    return {
      priceChanged: fields.includes("purchasePrice"),
      customsChanged: fields.some((f) => CUSTOMS.has(f)),
    };
  },
  transitions: [submit, approved],
});
