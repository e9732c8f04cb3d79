/** What somebody of a role does first: [what to do, where]. */
interface Hint {
  name: string;
  /** Who holds this code is meant, of several hints the first. */
  permission?: string;
  title: string;
  steps: readonly (readonly [text: string, path: string])[];
}

/** A hint as one person sees it: the steps whose pages he may open. */
export interface ShownHint extends Pick<Hint, "name" | "title"> {
  steps: { text: string; href: string }[];
}

/** Of each preset role, leaders before those whom they lead: a leader may do what these may. */
const HINTS: readonly Hint[] = [
  {
    name: "admin",
    permission: "sys_user_add",
    title: "系统管理员的第一天",
    steps: [
      ["建账：按步骤看还缺什么", "/baseSetup/setup/index"],
      ["新建账号，密码只显示一次", "/admin/user/index"],
      ["看每个角色能做什么，再分配权限", "/admin/role/index"],
      ["给大家发一条通知", "/admin/systemnotice/index"],
    ],
  },
  {
    name: "it",
    permission: "act_model_edit",
    title: "信息技术的第一天",
    steps: [
      ["建站点和店铺，指定负责的小组", "/baseSetup/store/index"],
      ["连接平台、海外仓与物流商", "/baseSetup/connector/index"],
      ["核对各单据的审批流程", "/activiti/model/index"],
    ],
  },
  {
    name: "exec",
    permission: "finance_month_reopen",
    title: "管理层的第一天",
    steps: [
      ["核对并签署期初", "/finance/opening/check"],
      ["看上月的经营总览，逐级下钻", "/cockpit/overview/index"],
      ["处理等您审批的单据", "/activiti/todo/index"],
    ],
  },
  {
    name: "finance",
    permission: "finance_rate_edit",
    title: "财务的第一天",
    steps: [
      ["核对今天的汇率", "/finance/rate/index"],
      ["订阅汇率跳变的预警", "/alerts"],
      ["处理等您审批的单据", "/activiti/todo/index"],
    ],
  },
  {
    name: "cashier",
    permission: "finance_payment_pay",
    title: "出纳的第一天",
    steps: [
      ["核对公司主体与付款账户", "/finance/company/index"],
      ["看待付款的付款单，付款后登记", "/finance/payment/index"],
      ["导入银行回单，核对付款结果", "/finance/bankAnswer/index"],
    ],
  },
  {
    name: "purchaselead",
    permission: "supplier_supplier_freeze",
    title: "采购经理的第一天",
    steps: [
      ["建供应商档案，审核准入", "/supplier/index"],
      ["准备采购合同的模板", "/purchaseContract/template/index"],
      ["处理等您审批的单据", "/activiti/todo/index"],
    ],
  },
  {
    name: "buyer",
    permission: "purchase_inquiry_add",
    title: "采购的第一天",
    steps: [
      ["把已审批的请购单转采", "/porequisiton/index"],
      ["跟进采购单：合同、交货与逾期", "/purchaseOrder/index"],
      ["订阅采购单逾期的预警", "/alerts"],
    ],
  },
  {
    name: "warehouse",
    permission: "wms_sign_sign",
    title: "仓管质检的第一天",
    steps: [
      ["签收到仓的送货单", "/wmssign/list"],
      ["领取质检单，填写结果", "/inspection/index"],
      ["查看库存，订阅低于安全库存的预警", "/alerts"],
    ],
  },
  {
    name: "logistics",
    permission: "logistics_customs_add",
    title: "物流的第一天",
    steps: [
      ["录入物流商的运费模板", "/logistics/freight/index"],
      ["跟进调拨单：装箱、发货、收货", "/transfer/index"],
      ["为出口的货建报关单", "/declareCustoms/index"],
    ],
  },
  {
    name: "opslead",
    permission: "ads_targetportfolio_approve",
    title: "运营经理的第一天",
    steps: [
      ["核对本部门的小组与月广告预算", "/baseSetup/group/index"],
      ["处理等您审批的单据", "/activiti/todo/index"],
      ["看上月的经营总览，逐级下钻", "/cockpit/overview/index"],
    ],
  },
  {
    name: "manager",
    permission: "cockpit_dept",
    title: "管理者的第一天",
    steps: [
      ["看上月的经营总览，逐级下钻", "/cockpit/overview/index"],
      ["处理等您审批的单据", "/activiti/todo/index"],
      ["订阅需要知道的预警", "/alerts"],
    ],
  },
  {
    name: "product",
    permission: "product_product_add",
    title: "产品的第一天",
    steps: [
      ["从表格导入产品与SKU", "/baseSetup/setup/import"],
      ["新建产品，再建它的SPU和SKU", "/product/product/index"],
      ["登记封样", "/sealSampleTable/index"],
    ],
  },
  {
    name: "requester",
    permission: "purchase_requisition_add",
    title: "运营的第一天",
    steps: [
      ["新建请购单：明细可从表格整块粘贴", "/porequisiton/index"],
      ["看SKU的库存与近30天销量", "/product/sku/index"],
      ["看店铺的广告花费", "/advertisement/report/index"],
    ],
  },
  {
    name: "promolead",
    permission: "promo_application_approve",
    title: "推广主管的第一天",
    steps: [
      ["核对测评资源与合规承诺", "/evaluation/resource/index"],
      ["处理等您审批的单据", "/activiti/todo/index"],
      ["复盘结束的平台推广", "/evaluation/platformPromotion/index"],
    ],
  },
  {
    name: "promo",
    permission: "promo_evaluation_add",
    title: "推广的第一天",
    steps: [
      ["登记测评资源，上传合规承诺", "/evaluation/resource/index"],
      ["给已批准的测评申请安排任务", "/evaluation/application/index"],
      ["登记任务的订单，跟进返款", "/evaluation/index"],
    ],
  },
  {
    name: "kollead",
    permission: "kol_cooperation_approve",
    title: "红人主管的第一天",
    steps: [
      ["核对红人资源与报价", "/kol/resource/index"],
      ["处理等您审批的合作与广告费", "/activiti/todo/index"],
      ["看合作进行到哪一步", "/kol/cooperation/index"],
    ],
  },
  {
    name: "kol",
    permission: "kol_cooperation_add",
    title: "红人的第一天",
    steps: [
      ["登记红人资源", "/kol/resource/index"],
      ["新建合作，提交审批", "/kol/cooperation/index"],
      ["跟进寄样的物流与签收", "/kol/deliver/index"],
    ],
  },
  {
    name: "cslead",
    permission: "cs_refund_execute",
    title: "客服主管的第一天",
    steps: [
      ["分派站内信，看快超时的", "/customerservice/message/index"],
      ["审批并执行退款", "/customerservice/refund/index"],
      ["审核并发布客服话术", "/knowledge/base/index"],
    ],
  },
  {
    name: "cs",
    permission: "cs_message_add",
    title: "客服的第一天",
    steps: [
      ["回复站内信，先回快超时的", "/customerservice/message/index"],
      ["登记退款申请", "/customerservice/refund/index"],
      ["把客诉记入客户之声", "/customerservice/voc/index"],
    ],
  },
  {
    name: "order",
    permission: "plat_order_sync",
    title: "订单的第一天",
    steps: [
      ["同步店铺的平台订单", "/platformorder/index"],
      ["配对平台的SKU", "/baseSetup/unmapped/index"],
      ["设置拦截、分仓、分物流的规则", "/ordermanage/orderRule/index"],
    ],
  },
  {
    name: "ads",
    permission: "ads_targetportfolio_add",
    title: "广告的第一天",
    steps: [
      ["编制本月的广告预算，提交审批", "/advertisement/budgetManage/targetportfolio/index"],
      ["看广告报表里的花费与ACOS", "/advertisement/report/index"],
      ["订阅广告预算的预警", "/alerts"],
    ],
  },
  {
    name: "everyone",
    title: "第一天",
    steps: [
      ["处理等您审批的单据", "/activiti/todo/index"],
      ["看消息和公告", "/admin/message-center"],
      ["看广告报表", "/advertisement/report/index"],
      ["完善个人信息，修改密码", "/info/index"],
    ],
  },
];

/** Pages that everybody has, in no side menu. */
const PERSONAL = ["/alerts", "/info/index"];

/** The hint that is meant for somebody with these permissions, unless it was put away. */
export function hintFor(
  permissions: ReadonlySet<string>,
  away: readonly string[],
  opens: (path: string) => boolean,
): ShownHint | null {
  const hint = HINTS.find((h) => !h.permission || permissions.has(h.permission));
  if (!hint || away.includes(hint.name)) return null;
  const steps = hint.steps.filter(([, path]) => PERSONAL.includes(path) || opens(path));
  if (!steps.length) return null;
  const { name, title } = hint;
  return { name, title, steps: steps.map(([text, href]) => ({ text, href })) };
}
