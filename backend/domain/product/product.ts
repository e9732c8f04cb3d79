import { lackExpressions, moveTo, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { difference } from "#backend/engine/documents/writing/difference";
import { keep } from "#backend/platform/db";
import { invalid, invalidAt } from "#backend/platform/http";
import { dec, r2, rateOf, today } from "#backend/platform/values";
import type { DraftOf, RowOf } from "#documents/kit";
import { product } from "#documents/product/product";
import { spu } from "#documents/product/spu";

/** @throws Refusal 400 when the value is a branch of the dictionary tree */
export async function requireLeaf({ sql, tenantId }: RuleContext, value: string) {
  const child = await sql.one(
    `select 1 from sys_dict_item where tenant_id = $1 and dict_type = 'product_category'
     and parent_value = $2 and del_flag = 0 limit 1`,
    [tenantId, value],
  );
  if (child) throw invalid("请选择末级品类", { categoryId: "请选择末级品类" });
}

function requireUrls(text: string | null | undefined) {
  const lines = (text ?? "")
    .split(/\r?\n/)
    .map((l) => l.trim())
    .filter(Boolean);
  if (lines.some((l) => !/^https?:\/\/\S+$/.test(l)))
    throw invalidAt("competitorUrls", "竞品链接每行须以http或https开头");
}

type ProductAmount = string | null | undefined;

/** (price × rate − cost) / (price × rate) × 100, two decimals (supply.md 1). */
export function marginRate(price: ProductAmount, rate: string, cost: ProductAmount): string {
  const income = dec(price).times(rate);
  return r2(income.minus(dec(cost)).div(income).times(100));
}

const submit = transition(product, "submit", {
  guard({ row }) {
    if (row.ipCheck === "fail") return "侵权排查未通过，不能立项";
    if (row.plannedLaunchDate && row.plannedLaunchDate < today())
      return invalidAt("plannedLaunchDate", "计划上架日不能早于今天");
    return undefined;
  },
});

/** SPUs of a product, which stay as they are. */
const spusOf = ({ sql }: RuleContext, productId: string) =>
  sql.query<{ id: string }>(
    `select id from spu where product_id = $1 and del_flag = 0 order by id ${keep(sql, "spu")}`,
    [productId],
  );

const terminate = transition(product, "terminate", {
  async lockFirst(c, id) {
    await spusOf(c, id);
  },
  lock: async (c, row) => ({
    spus: await spusOf(c, row.id),
    onSale: await c.sql.one(
      `select 1 from sku k join spu s on s.id = k.spu_id
       where s.product_id = $1 and k.sale_status = 'onSale' and k.del_flag = 0 limit 1`,
      [row.id],
    ),
  }),
  guard: ({ onSale }) => onSale && "存在在售SKU，不能终止",
  effect: (c, { spus }) =>
    moveTo(
      c,
      spu,
      spus.map((s) => s.id),
      "disabled",
      "产品终止",
    ),
});

const transfer = transition(product, "transfer", {
  async effect({ sql }, { row }, { developerId }) {
    await patch({ sql }, product, row.id, { developerId });
  },
});

interface ProductSave {
  next: DraftOf<typeof product>;
  before?: RowOf<typeof product> | undefined;
}

async function requireSaves(c: RuleContext, saves: readonly ProductSave[]): Promise<void> {
  for (const category of new Set(saves.map(({ next }) => next.categoryId)))
    if (category) await requireLeaf(c, category);
  let rate: string | undefined;
  for (const { next, before } of saves) {
    if (before?.status === "approved" && !c.founding) requireFilling(next, before);
    const whole: DraftOf<typeof product> = { ...before, ...next };
    // Both are always known: they are told of what happens to the product's SKUs.
    if (!whole.developerId) next.developerId = before?.createBy ?? c.caller.userId;
    if (!whole.managerId) next.managerId = before?.createBy ?? c.caller.userId;
    requireUrls(whole.competitorUrls);
    // What comes in before the company is at work may have neither price nor cost yet.
    if (c.founding && !(whole.targetPrice && whole.targetCost)) continue;
    rate ??= await rateOf(c.sql, c.tenantId, "USD");
    next.targetMarginRate = marginRate(whole.targetPrice, rate, whole.targetCost);
  }
}

/** What a product in force lacks of what its approval asks for; SQL over the alias that the table has. */
export const productLacks = (p: string) => ({
  目标站点: `coalesce(cardinality(${p}.sites), 0) = 0`,
  来源: `${p}.source_type is null`,
  目标成本: `${p}.target_cost is null`,
  目标售价: `${p}.target_price is null`,
});

const FILLED_IN: ReadonlySet<string> = new Set(product.openFields.approved.fields);

/** A product in force stays as it was approved: only what it lacks is filled in. @throws Refusal 400 */
function requireFilling(next: DraftOf<typeof product>, before: RowOf<typeof product>): void {
  const old: Record<string, unknown> = before;
  const empty = (value: unknown) => value === null || (Array.isArray(value) && !value.length);
  const changed = Object.keys(difference(product, before, next));
  const closed = changed.filter((n) => !FILLED_IN.has(n) || !empty(old[n] ?? null));
  const message = "产品已立项，不能修改";
  if (closed.length) throw invalid(message, Object.fromEntries(closed.map((n) => [n, message])));
}

/** 产品 (supply.md 1). */
export const productRules = rules(product, {
  expressions: lackExpressions("t.status = 'approved'", productLacks("t")),
  beforeSave: (c, next, before) => requireSaves(c, [{ next, before }]),
  beforeSaveMany: requireSaves,
  flowFlags: async (_c, row) => ({ level: row.level }),
  transitions: [submit, terminate, transfer],
});
