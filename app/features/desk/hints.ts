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
