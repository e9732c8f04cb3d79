import type { Row, RuleContext, Values } from "../../../documents/rules";
import { invalid } from "../../../http/refusal";

export const TERMS = ["deliveryTerm", "qualityTerm", "breachTerm", "paymentTerm"] as const;

interface Template extends Values {
  name: string;
  contractType: string;
  enabled: boolean;
}

const readTemplate = ({ sql, tenantId }: RuleContext, id: unknown) =>
  sql.one<Template>(
    `select name, contract_type as "contractType", enabled, delivery_term as "deliveryTerm",
       quality_term as "qualityTerm", breach_term as "breachTerm", payment_term as "paymentTerm"
     from contract_template where id = $1 and tenant_id = $2 and del_flag = 0`,
    [id, tenantId],
  );

/** What the merge fields of a template stand for. */
async function mergeFields(c: RuleContext, totals: Values, orders: readonly Row[]) {
  const names = await c.sql.one<{ seller: string; buyer: string; period: number | null }>(
    `select (select name from supplier where id = $1) as seller,
       (select name from company where id = $2) as buyer`,
    [totals.supplierId, totals.companyId],
  );
  const of = (name: string) => [...new Set(orders.map((o) => o[name]).filter(Boolean))];
  const periods = of("periodDays");
  const rate = totals.depositRate;
  return new Map<string, unknown>([
    ["乙方", names?.seller],
    ["甲方", names?.buyer],
    ["币种", totals.currency],
    ["总额", totals.totalAmount],
    ["大写", totals.totalAmountCn],
    ["定金", totals.depositAmount],
    ["尾款", totals.balanceAmount],
    ["预付比例", rate === null || rate === undefined ? "各采购单约定" : Number(rate)],
    ["交期", of("expectDate").sort().join("、")],
    ["收货仓", of("warehouseName").join("、")],
    ["账期", periods.length ? periods.join("、") : "0"],
  ]);
}

/** A template with its merge fields filled in; a name that is none stays as it stands. */
export const merge = (text: string, values: ReadonlyMap<string, unknown>): string =>
  text.replace(/\{([^{}]+)\}/g, (whole, name: string) =>
    values.has(name) ? String(values.get(name) ?? "") : whole,
  );

/**
 * Terms of a contract from its template. @throws Refusal 400 when the template does not fit
 */
export async function termsOf(
  c: RuleContext,
  templateId: unknown,
  totals: Values,
  orders: readonly Row[],
): Promise<Values> {
  const template = await readTemplate(c, templateId);
  const refuse = (message: string) => invalid(message, { templateId: message });
  if (!template) throw refuse("请选择合同模板");
  if (!template.enabled) throw refuse(`合同模板 ${template.name} 已停用`);
  if (template.contractType !== totals.contractType)
    throw refuse("合同模板与采购单的含税类型不一致");
  const values = await mergeFields(c, totals, orders);
  return Object.fromEntries(TERMS.map((n) => [n, merge(String(template[n] ?? ""), values)]));
}

/** Terms that nobody changed by hand follow the orders; the others stay. */
export const followTerms = (given: Values, was: Values, now: Values): Values =>
  Object.fromEntries(TERMS.map((n) => [n, !given[n] || given[n] === was[n] ? now[n] : given[n]]));
