/** One permission-carrying resource of a page: codes are `{prefix}_{action}` (supply.md D.1). */
export interface Resource {
  prefix: string;
  actions: string[];
  /** Shown before the action where a page has several resources. */
  label?: string;
}

/** A leaf of the menu. */
export interface Page {
  path: string;
  name: string;
  icon: string;
  resources: Resource[];
  /** Codes that follow no scheme, with their Chinese name. */
  extra: Record<string, string>;
  /** Codes of which one opens the page; default: the `_view` codes of its resources. */
  needs?: string[];
  /** Granted to every role. */
  open?: boolean;
}

/** A first-level menu; `group` is the entry of the top bar that shows it. */
export interface MenuGroup {
  path: string;
  name: string;
  icon: string;
  group: string;
  pages: Page[];
}

/** The nine standard actions of an approved document (supply.md D.1). */
export const DOCUMENT = "view add edit del submit approve void export print";

/** A master has no approval of its own. */
export const MASTER = "view add edit del export";

export const ACTION_NAMES: Record<string, string> = {
  view: "查看",
  add: "新增",
  edit: "修改",
  del: "删除",
  submit: "提交",
  approve: "审批",
  void: "作废",
  export: "导出",
  print: "打印",
  import: "导入",
  freeze: "冻结",
  adminedit: "管理员编辑",
  close: "关闭",
  sign: "签收签署",
  finish: "完成",
  reverse: "撤销",
  ship: "发货",
  receive: "收货",
  confirm: "确认",
  release: "释放锁定",
  pack: "装箱",
  fee: "录入费用",
  refund: "登记退款退税",
  pay: "确认付款",
  fail: "退票",
  handle: "处理",
  transfer: "转办",
  urge: "催办",
  unmask: "查看敏感信息",
  settle: "结算",
  claim: "认领",
  reship: "补发",
  assign: "分派",
  execute: "执行退款",
  sync: "同步",
  convert: "转为订单",
  rule: "执行规则",
  hold: "挂起",
  cancel: "取消",
  send: "推送渠道",
  push: "推送",
  run: "运行",
  reset: "重置密码",
  perm: "分配权限",
};

/** Declares a resource; `actions` are words separated by spaces. */
export const can = (prefix: string, actions: string, label?: string): Resource => ({
  prefix,
  actions: actions.split(" "),
  label,
});

/** Declares a page. The last argument names what does not derive from the resources. */
export const page = (
  path: string,
  name: string,
  icon: string,
  resources: Resource[] = [],
  more: Partial<Pick<Page, "extra" | "needs" | "open">> = {},
): Page => ({ path, name, icon, resources, extra: {}, ...more });
