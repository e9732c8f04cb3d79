/** A seeded role: data scope and grants beyond the matrix of supply.md D.2. */
export interface SeedRole {
  code: string;
  name: string;
  desc: string;
  /** 0 all · 2 department and below · 4 own · 5 own group · 6 own warehouses (market.md §10). */
  dsType: "0" | "2" | "4" | "5" | "6";
  /**
   * Patterns over permission codes, applied in order: `*` stands for any text, a leading `!` takes
   * away again. Source: market.md §16 and supply.md D.3.
   */
  grants: string[];
}

/** Everyone handles tasks, reads messages and the knowledge base (market.md §16). */
export const EVERYONE = ["act_task_*", "message_center", "kb_article_view"];

const AUTHOR = ["kb_article_add", "kb_article_edit", "kb_article_del", "kb_article_submit"];

const role = (code: string, name: string, dsType: SeedRole["dsType"], desc: string, grants: string[]): SeedRole => ({
  code,
  name,
  dsType,
  desc,
  grants,
});

export const ROLES: SeedRole[] = [
  // What two others sign is not for who books it (company.md 1.3).
  role("ADMIN", "系统管理员", "0", "除签署期初核对外的全部权限", ["*", "!setup_opening_sign"]),
  role("EXEC", "管理层", "0", "查看全部业务与经营数据，终审大额单据", [
    "*_view",
    "*_export",
    "*_print",
    "*_approve",
    "cockpit_dept",
    "kb_article_all",
    "finance_month_reopen",
    "setup_opening_sign",
    "!sys_*_export",
    "!supplier_bank_view",
  ]),
  role("OPS_MANAGER", "运营经理", "2", "管理本部门运营，审批测评申请、平台推广与广告预算", [
    "promo_*_view",
    "promo_*_export",
    "kol_star_view",
    "kol_cooperation_view",
    "plat_order_view",
    "om_order_view",
    "pkg_order_view",
    "cs_order_view",
    "cs_voc_view",
    "cs_voc_handle",
    "ads_*_view",
    "ads_*_export",
    "base_group_view",
    "base_store_view",
    "base_site_view",
    "promo_application_approve",
    "promo_promotion_approve",
    "ads_targetportfolio_approve",
    "ads_change_approve",
    "ads_adrule_approve",
    "kb_article_approve",
    "kb_article_all",
    "cockpit_*",
  ]),
  role("OPS", "运营专员", "5", "店铺与产品运营，发起请购、测评申请与推广", [
    "promo_application_*",
    "promo_promotion_*",
    "ads_targetportfolio_*",
    "!*_approve",
    "promo_evaluation_view",
    "promo_evaorder_view",
    "cs_voc_view",
    "cs_voc_handle",
    "ads_report_*",
    "ads_campaign_view",
    "ads_campaign_export",
    "ads_change_*",
    "!ads_change_approve",
    "ads_adrule_view",
    "plat_order_view",
    "plat_order_edit",
    "base_group_view",
    "base_store_view",
    "base_site_view",
    ...AUTHOR,
  ]),
  role("PROMO", "推广专员", "4", "测评、返款、返利与平台推广的登记", ["promo_*", "!*_approve", "!*_unmask", ...AUTHOR]),
  role("PROMO_LEAD", "推广主管", "0", "审批推广单据，核验与查看敏感信息", [
    "promo_*",
    "!*_submit",
    "kb_article_approve",
    "kb_article_all",
  ]),
  role("KOL", "红人专员", "4", "红人资源、合作、寄样与广告费的登记", ["kol_*", "!*_approve", ...AUTHOR]),
  role("KOL_LEAD", "红人主管", "0", "审批红人合作与广告费", [
    "kol_*",
    "!*_submit",
    "kb_article_approve",
    "kb_article_all",
  ]),
  role("CS", "客服专员", "4", "处理站内信、退款申请与客户之声", [
    "cs_*",
    "!*_approve",
    "!*_execute",
    "!*_assign",
    "!*_unmask",
    ...AUTHOR,
  ]),
  role("CS_LEAD", "客服主管", "0", "审批与执行退款，分派工单", [
    "cs_*",
    "!*_submit",
    "kb_article_approve",
    "kb_article_all",
  ]),
  role("ORDER", "订单专员", "0", "平台订单、订单、规则与包裹处理", [
    "plat_*",
    "om_*",
    "pkg_*",
    "base_*mapping_view",
    "base_channel_view",
    "base_store_view",
    "base_unmapped_view",
    "base_unmapped_resolve",
    "base_feed_view",
  ]),
  role("ADS", "广告专员", "2", "广告报表与预算编制", ["ads_*", "!*_approve", "base_store_view"]),
  role("FINANCE", "财务", "0", "请款审批、应付、汇率与月结", [
    "promo_evarequest_view",
    "promo_refund_view",
    "promo_rebate_view",
    "kol_adsfee_view",
    "cockpit_dept",
    "purchase_price_view",
    "stock_cost_view",
    "supplier_bank_view",
    "sys_param_view",
  ]),
  role("IT", "信息技术", "0", "基础设置、对接、字典、日志与流程定义", [
    "base_*",
    "sys_log_*",
    "sys_dict_*",
    "sys_file_view",
    "sys_param_view",
    "act_model_*",
    "sys_notification_*",
    "!*_approve",
    ...AUTHOR,
  ]),
  role("PRODUCT", "产品", "0", "产品、SPU、SKU 与封样", [
    "purchase_price_view",
    "cs_voc_view",
    "cs_voc_handle",
    ...AUTHOR,
  ]),
  role("BUYER", "采购员", "4", "询价、采购单、合同与跟单", ["purchase_price_view"]),
  role("PURCHASE_MANAGER", "采购经理", "0", "审批采购单据，管理供应商", [
    "purchase_price_view",
    "stock_cost_view",
    "cs_voc_view",
  ]),
  role("WAREHOUSE", "仓管质检", "6", "签收、质检、出入库与盘存", [
    "kol_deliver_view",
    "kol_deliver_print",
    "cs_voc_view",
    "cs_voc_handle",
  ]),
  role("LOGISTICS", "物流", "0", "报关、调拨、运费与组柜", []),
  role("CASHIER", "出纳", "0", "付款与合并付款", ["purchase_price_view", "supplier_bank_view"]),
];
