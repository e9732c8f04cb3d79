import type { Sql } from "#backend/platform/db";
import type { SettlementCategory, SettlementMeasure } from "#documents/finance/settlement/words";

/** What a kind of line means; `fee_type` keeps them, and people change and add to them. */
export interface FeeTypeMeaning {
  name: string;
  category: SettlementCategory;
  measure: SettlementMeasure;
}

type FeeTypeRow = [
  name: string,
  transactionType: string,
  amountType: string,
  amountDescription: string,
  category: SettlementCategory,
  measure: SettlementMeasure,
];

const fees = (measure: SettlementMeasure, names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([description, name]): FeeTypeRow => [name, "*", "ItemFees", description, "fee", measure]);
const others = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([description, name]): FeeTypeRow => [name, "*", "*", description, "other", "other_fee"]);
const taxes = (type: string, ...descriptions: string[]) =>
  descriptions.map((description): FeeTypeRow => ["税费", "*", type, description, "tax", "none"]);

/** Kinds of lines of the settlement report (V2), as the marketplace publishes them (figures.md D.1). */
const FEE_TYPES: readonly FeeTypeRow[] = [
  ["商品与运费", "*", "ItemPrice", "*", "sale", "compared"],
  ["促销折扣", "*", "Promotion", "*", "promotion", "compared"],
  ["退款", "Refund", "ItemPrice", "*", "refund", "refund_amt"],
  ["退回的促销", "Refund", "Promotion", "*", "refund", "refund_amt"],
  ...taxes("ItemPrice", "Tax", "ShippingTax", "GiftWrapTax"),
  ...taxes("Promotion", "TaxDiscount", "ShippingTaxDiscount"),
  ...taxes("ItemWithheldTax", "*"),
  ...fees("platform_fee", {
    Commission: "佣金",
    RefundCommission: "退款手续费",
    VariableClosingFee: "可变结算费",
    FixedClosingFee: "固定结算费",
    ShippingChargeback: "运费扣回",
    GiftwrapChargeback: "礼品包装扣回",
    DigitalServicesFee: "数字服务费",
  }),
  ...fees("fulfill_fee", {
    FBAPerUnitFulfillmentFee: "FBA配送费",
    FBAPerOrderFulfillmentFee: "FBA订单处理费",
    FBAWeightBasedFee: "FBA重量费",
  }),
  ["FBA费用更正", "*", "*", "FBAFeeCorrection", "fee", "fulfill_fee"],
  ["月度仓储费", "*", "*", "Storage Fee", "storage", "storage_fee"],
  ["长期仓储费", "*", "*", "StorageRenewalBilling", "storage", "storage_fee"],
  ...others({
    "Subscription Fee": "店铺月租",
    RemovalComplete: "移除费",
    DisposalComplete: "弃置费",
    FBAInboundTransportationFee: "入库运输费",
    "Inbound Defect Fee*": "入库缺陷费",
    CouponRedemptionFee: "优惠券费",
    "Lightning Deal Fee": "秒杀费",
  }),
  ["库存赔偿", "*", "FBA Inventory Reimbursement", "*", "reimbursement", "reimburse_amt"],
  ["赔偿撤回", "*", "*", "COMPENSATED_CLAWBACK", "reimbursement", "reimburse_amt"],
  ["入库赔偿撤回", "*", "*", "MISSING_FROM_INBOUND_CLAWBACK", "reimbursement", "reimburse_amt"],
  ["广告费", "*", "Cost of Advertising", "*", "ads", "none"],
  ["本期预留", "*", "*", "Current Reserve Amount", "reserve", "none"],
  ["上期预留转入", "*", "*", "Previous Reserve Amount Balance", "reserve", "none"],
  ["应付平台", "*", "*", "Payable to Amazon", "transfer", "none"],
  ["转款", "*", "*", "Transfer*", "transfer", "none"],
];

/** Gives tenants those kinds, once, whatever people added before: whoever changes or deletes one keeps it so. */
export const insertFeeTypes = (sql: Pick<Sql, "query">) =>
  sql.query(
    `insert into fee_type (tenant_id, version, create_time, del_flag, name, transaction_type, amount_type,
       amount_description, category, measure)
     select t.id, 0, now(), 0, x.row ->> 0, x.row ->> 1, x.row ->> 2, x.row ->> 3, x.row ->> 4, x.row ->> 5
     from sys_tenant t cross join jsonb_array_elements($1::jsonb) with ordinality as x(row, n)
     where t.del_flag = 0 and not exists (select 1 from fee_type f where f.tenant_id = t.id and f.create_by is null)
     order by t.id, x.n`,
    [JSON.stringify(FEE_TYPES)],
  );

/** What a line that nobody classified is called. */
export const UNKNOWN_FEE: FeeTypeMeaning = { name: "未归类", category: "unknown", measure: "other_fee" };

/** The parts of a line by which it is classified. */
export interface FeeTypeAsked {
  transactionType: string;
  amountType: string;
  amountDescription: string;
}

const fits = (pattern: string, text: string) =>
  pattern.endsWith("*") ? text.startsWith(pattern.slice(0, -1).toLowerCase()) : text === pattern.toLowerCase();
/** A whole word says more than its beginning, and that more than anything at all. */
const weight = (pattern: string) => (pattern.endsWith("*") ? pattern.length - 1 : 1000);

/** Classifies lines as the tenant's rows say: the most specific one, its description before its type. */
export async function feeTypesOf(sql: Sql, tenantId: string): Promise<(line: FeeTypeAsked) => FeeTypeMeaning> {
  const rows = await sql.query<FeeTypeMeaning & FeeTypeAsked>(
    `select name, category, measure, transaction_type as "transactionType", amount_type as "amountType",
       amount_description as "amountDescription"
     from fee_type where tenant_id = $1 and del_flag = 0 order by id`,
    [tenantId],
  );
  const known = new Map<string, FeeTypeMeaning>();
  const rank = (r: FeeTypeAsked) =>
    weight(r.amountDescription) * 1e8 + weight(r.amountType) * 1e4 + weight(r.transactionType);
  const ordered = [...rows].sort((a, b) => rank(b) - rank(a));
  return (line) => {
    const asked = [line.transactionType, line.amountType, line.amountDescription].map((s) => s.toLowerCase());
    const key = asked.join("\t");
    const [transaction = "", type = "", description = ""] = asked;
    const found =
      known.get(key) ??
      ordered.find(
        (r) =>
          fits(r.amountDescription, description) && fits(r.amountType, type) && fits(r.transactionType, transaction),
      ) ??
      UNKNOWN_FEE;
    known.set(key, found);
    return found;
  };
}
