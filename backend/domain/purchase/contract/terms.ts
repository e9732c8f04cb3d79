import { z } from "zod";
import type { RuleContext } from "#backend/engine/documents";
import { invalid } from "#backend/platform/http";
import type { HeadOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import type { Totals } from "./orders";

type TermOrder = HeadOf<typeof purchaseOrder>;

/** Terms of a contract by name; one that is not there is empty. */
export interface Terms {
  deliveryTerm?: string | null;
  qualityTerm?: string | null;
  breachTerm?: string | null;
  paymentTerm?: string | null;
}

const text = z.string().nullish();
const stored = z.object({ deliveryTerm: text, qualityTerm: text, breachTerm: text, paymentTerm: text });

/** Terms as the template made them when the contract was saved last. */
export const generatedOf = (value: unknown): Terms => stored.parse(value ?? {});

/** The terms of something, each made of the one that stood there. */
const eachTerm = (make: (name: keyof Terms) => string | null | undefined) => ({
  deliveryTerm: make("deliveryTerm"),
  qualityTerm: make("qualityTerm"),
  breachTerm: make("breachTerm"),
  paymentTerm: make("paymentTerm"),
});

/** The terms among other values. */
export const pickTerms = (row: Terms): Terms => eachTerm((name) => row[name]);

interface Template extends Terms {
  name: string;
  contractType: string;
  enabled: boolean;
}

const readTemplate = ({ sql, tenantId }: RuleContext, id: string | null | undefined) =>
  sql.one<Template>(
    `select name, contract_type as "contractType", enabled, delivery_term as "deliveryTerm",
       quality_term as "qualityTerm", breach_term as "breachTerm", payment_term as "paymentTerm"
     from contract_template where id = $1 and tenant_id = $2 and del_flag = 0`,
    [id, tenantId],
  );

/** What the merge fields of a template stand for. */
async function mergeFields(c: RuleContext, totals: Totals, orders: readonly TermOrder[]) {
  const names = await c.sql.one<{ seller: string; buyer: string }>(
    `select (select name from supplier where id = $1) as seller,
       (select name from company where id = $2) as buyer`,
    [totals.supplierId, totals.companyId],
  );
  const distinct = <T>(of: (order: TermOrder) => T) => [...new Set(orders.map(of).filter(Boolean))];
  const periods = distinct((o) => o.periodDays);
  const rate = totals.depositRate;
  return new Map<string, unknown>([
    ["乙方", names?.seller],
    ["甲方", names?.buyer],
    ["币种", totals.currency],
    ["总额", totals.totalAmount],
    ["大写", totals.totalAmountCn],
    ["定金", totals.depositAmount],
    ["尾款", totals.balanceAmount],
    ["预付比例", rate === null ? "各采购单约定" : Number(rate)],
    [
      "交期",
      distinct((o) => o.expectDate)
        .sort()
        .join("、"),
    ],
    ["收货仓", distinct((o) => o.warehouseName).join("、")],
    ["账期", periods.length ? periods.join("、") : "0"],
  ]);
}

/** A template with its merge fields filled in; a name that is none stays as it stands. */
export const merge = (text: string, values: ReadonlyMap<string, unknown>): string =>
  text.replace(/\{([^{}]+)\}/g, (whole, name: string) => (values.has(name) ? String(values.get(name) ?? "") : whole));

/**
 * Terms of a contract from its template. @throws Refusal 400 when the template does not fit
 */
export async function termsOf(
  c: RuleContext,
  templateId: string | null | undefined,
  totals: Totals,
  orders: readonly TermOrder[],
): Promise<Terms> {
  const template = await readTemplate(c, templateId);
  const refuse = (message: string) => invalid(message, { templateId: message });
  if (!template) throw refuse("请选择合同模板");
  if (!template.enabled) throw refuse(`合同模板 ${template.name} 已停用`);
  if (template.contractType !== totals.contractType) throw refuse("合同模板与采购单的含税类型不一致");
  const values = await mergeFields(c, totals, orders);
  return eachTerm((name) => merge(template[name] ?? "", values));
}

/** Terms that nobody changed by hand follow the orders; the others stay. */
export const followTerms = (given: Terms, was: Terms, now: Terms): Terms =>
  eachTerm((name) => (!given[name] || given[name] === was[name] ? now[name] : given[name]));
