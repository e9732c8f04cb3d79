import type { LegacyRules } from "../../documents/lifecycle/legacy";
import type { RuleContext, Values } from "../../documents/rules";
import { conflict, invalid } from "../../http/refusal";
import { today } from "../../values/calendar";
import { dec, r2 } from "../../values/money";
import { rateOf } from "../../values/rates";

/** @throws Refusal 400 when the value is a branch of the dictionary tree */
export async function requireLeaf({ sql, tenantId }: RuleContext, value: unknown) {
  const child = await sql.one(
    `select 1 from sys_dict_item where tenant_id = $1 and dict_type = 'product_category'
     and parent_value = $2 and del_flag = 0 limit 1`,
    [tenantId, value],
  );
  if (child) throw invalid("请选择末级品类", { categoryId: "请选择末级品类" });
}

function requireUrls(text: unknown) {
  const lines = String(text ?? "")
    .split(/\r?\n/)
    .map((l) => l.trim())
    .filter(Boolean);
  if (lines.some((l) => !/^https?:\/\/\S+$/.test(l))) {
    const message = "竞品链接每行须以http或https开头";
    throw invalid(message, { competitorUrls: message });
  }
}

/** (price × rate − cost) / (price × rate) × 100, two decimals (supply.md 1). */
export function marginRate(price: unknown, rate: string, cost: unknown): string {
  const income = dec(price as string).times(rate);
  return r2(
    income
      .minus(dec(cost as string))
      .div(income)
      .times(100),
  );
}

/** 产品 (supply.md 1). */
export const productRules: LegacyRules = {
  async beforeSave(c, next, before) {
    const whole: Values = { ...before, ...next };
    if (next.categoryId) await requireLeaf(c, next.categoryId);
    // Both are always known: they are told of what happens to the product's SKUs.
    if (!whole.developerId) next.developerId = before?.createBy ?? c.caller.userId;
    if (!whole.managerId) next.managerId = before?.createBy ?? c.caller.userId;
    requireUrls(whole.competitorUrls);
    const rate = await rateOf(c.sql, c.tenantId, "USD");
    next.targetMarginRate = marginRate(whole.targetPrice, rate, whole.targetCost);
  },
  async onSubmit(_c, row) {
    if (row.ipCheck === "fail") throw conflict("侵权排查未通过，不能立项");
    if (row.plannedLaunchDate && String(row.plannedLaunchDate) < today())
      throw invalid("计划上架日不能早于今天", { plannedLaunchDate: "计划上架日不能早于今天" });
  },
  flowFlags: async (_c, row) => ({ level: row.level }),
  actions: {
    async terminate({ sql }, row) {
      await sql.query("select 1 from spu where product_id = $1 order by id for no key update", [
        row.id,
      ]);
      const onSale = await sql.one(
        `select 1 from sku k join spu s on s.id = k.spu_id
         where s.product_id = $1 and k.sale_status = 'onSale' and k.del_flag = 0 limit 1`,
        [row.id],
      );
      if (onSale) throw conflict("存在在售SKU，不能终止");
      await sql.query(
        `update spu set status = 'disabled', version = version + 1
         where product_id = $1 and del_flag = 0`,
        [row.id],
      );
    },
    async transfer({ sql }, row, input) {
      await sql.query("update product set developer_id = $2 where id = $1", [
        row.id,
        input.developerId,
      ]);
    },
  },
};
