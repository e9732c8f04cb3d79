import { can, type MenuGroup, page } from "./page";

export const home: MenuGroup = {
  path: "/wel",
  name: "首页",
  icon: "home",
  group: "工作台",
  pages: [
    page("/wel/index", "首页", "home", [], {
      open: true,
      extra: { cockpit_dept: "查看部门经营数据" },
    }),
    page("/admin/message-center", "消息中心", "bell", [], {
      needs: ["message_center"],
      extra: { message_center: "使用消息中心" },
    }),
  ],
};

export const cockpit: MenuGroup = {
  path: "/cockpit",
  name: "驾驶舱",
  icon: "gauge",
  group: "数据",
  pages: [
    page("/cockpit/overview/index", "经营总览", "chart", [can("cockpit_report", "view export")]),
    page("/cockpit/tradeReport/index", "交易报表", "table", [], {
      needs: ["cockpit_report_view"],
    }),
  ],
};

export const approval: MenuGroup = {
  path: "/activiti",
  name: "审批中心",
  icon: "flow",
  group: "工作台",
  pages: [
    page("/activiti/todo/index", "待办审批", "clipboard", [
      can("act_task", "view handle transfer urge"),
    ]),
    page("/activiti/done/index", "已办审批", "check", [], { needs: ["act_task_view"] }),
    page("/activiti/mine/index", "我发起的", "send", [], { needs: ["act_task_view"] }),
    page("/activiti/cc/index", "抄送我的", "mail", [], { needs: ["act_task_view"] }),
    page("/activiti/instance/index", "全部流程", "layers", [can("act_admin", "view")]),
    page("/activiti/model/index", "流程定义", "flow", [can("act_model", "view edit")]),
  ],
};

export const knowledge: MenuGroup = {
  path: "/knowledge",
  name: "知识库",
  icon: "book",
  group: "工作台",
  pages: [
    page("/knowledge/base/index", "知识管理", "book", [
      can("kb_article", "view add edit del submit approve"),
    ]),
    // Shows how a menu entry with an address of another site opens inside the console.
    page("https://example.com/", "外部资料", "link", [], { open: true }),
  ],
};
