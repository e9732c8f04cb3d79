/**
 * Whoever locks rows of several of these tables in one transaction locks them in this order, and rows of
 * one table in ascending order of their ids: two writes then wait for each other instead of one being
 * given up. The row of an approval (act_instance) is only ever locked under its document.
 */
export const LOCK_ORDER = [
  // People and what they may do.
  "sys_user",
  "sys_dept",
  "sys_role",
  "sys_menu",
  // What colleagues are told.
  "knowledge",
  "knowledge_category",
  // What is counted at the warehouse terminal, before any document that comes of it.
  "terminal_job",
  // What platforms report, and what they reckon by it.
  "report_file",
  "settlement",
  // What is asked of marketplaces and advertising accounts.
  "report_task",
  "ad_feed",
  "ad_report",
  // What is changed there, by rules too.
  "ad_rule",
  "ad_daypart",
  "ad_pacing",
  "ad_change",
  "ad_campaign",
  "ad_keyword",
  // Names of systems outside that wait to be known.
  "feed_unmapped",
  // What moves data by the clock; its runs hang on it.
  "etl_task",
  // What buyers get back and complain of: made of what a platform says of orders.
  "cs_refund",
  "voc",
  // What a platform says of orders.
  "platform_order",
  // What is handled of them, and the parcels that it leaves in.
  "sales_order",
  "package_order",
  // What buyers write, and who they are.
  "cs_thread",
  "customer",
  // Budgets. What changes goods and orders, from the end of the chain to its beginning.
  "target_portfolio",
  "ad_portfolio",
  "ops_group",
  "merged_payment",
  "payment",
  "oa_payment",
  // What a platform pays out, and what of it arrives.
  "payout",
  "bank_receipt",
  // What a star is paid and sent, for what; they make requests and stock-outs.
  "ads_fee",
  "deliver",
  "cooperation",
  "star",
  // What resources get and give back for evaluations.
  "eva_request",
  "eva_refund",
  "rebate",
  "evaluation",
  "evaluation_order",
  "evaluation_application",
  "evaluation_resource",
  "platform_promotion",
  // What was not paid of promotions when a company began: it makes requests.
  "opening_promo",
  "payment_request",
  "logistics_bill",
  // What a company brings along makes orders, transfers and entries, and is paid.
  "opening",
  "purchase_change",
  "delivery",
  "wms_sign",
  "inspection",
  "purchase_return",
  "purchase_exchange",
  "delivery_plan",
  "purchase_contract",
  "purchase_order",
  "purchase_order_line",
  "inquiry_order",
  "inquiry_quote",
  "cabinet_combination",
  "customs_declaration",
  "fba_inbound",
  "transfer",
  "turn_requisition",
  "turn_requisition_line",
  "requisition_cancel",
  "purchase_requisition",
  "purchase_requisition_line",
  "other_in",
  "other_out",
  "fba_return",
  "fba_disposal",
  "fba_sale",
  // The masters that documents name, then stock, and the supplier whose balances come of all this.
  "warehouse",
  "store",
  "goods_mapping",
  "order_rule",
  "logistics_channel",
  "freight_template",
  "sku_special_edit",
  "seal_sample",
  "sku",
  "spu",
  "product",
  "stock_posting",
  "stock_reservation",
  "stock",
  "supplier",
] as const;

export type LockTable = (typeof LOCK_ORDER)[number];

/** Tables of which a transaction has locked rows. */
export type Held = Set<LockTable>;
