import { can, type Page, page } from "./page";

const MESSAGES = { code: "message_center", name: "使用消息中心" };

export const home: Page[] = [
  page("/wel/index", "首页", "home", 10, [{ code: "cockpit_dept", name: "查看部门经营数据" }], {
    open: true,
  }),
  page("/admin/message-center", "消息中心", "bell", 20, [MESSAGES], {
    needs: [MESSAGES.code],
  }),
];

export const cockpit: Page[] = [
  page("/cockpit/overview/index", "经营总览", "chart", 10, can("cockpit_report", "view export")),
  page("/cockpit/tradeReport/index", "交易报表", "table", 20, [], {
    needs: ["cockpit_report_view"],
  }),
];

export const approval: Page[] = [
  page(
    "/activiti/todo/index",
    "待办审批",
    "clipboard",
    10,
    can("act_task", "view handle transfer urge"),
  ),
  page("/activiti/done/index", "已办审批", "check", 20, [], { needs: ["act_task_view"] }),
  page("/activiti/mine/index", "我发起的", "send", 30, [], { needs: ["act_task_view"] }),
  page("/activiti/cc/index", "抄送我的", "mail", 40, [], { needs: ["act_task_view"] }),
  page("/activiti/instance/index", "全部流程", "layers", 50, can("act_admin", "view")),
  page("/activiti/model/index", "流程定义", "flow", 60, can("act_model", "view edit")),
];

export const knowledge: Page[] = [
  // Shows how a menu entry with an address of another site opens inside the console.
  page("https://example.com/", "外部资料", "link", 30, [], { open: true }),
];
