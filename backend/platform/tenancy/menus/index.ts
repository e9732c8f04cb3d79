import { documents } from "#documents";
import { type DocumentType, keysOf, type MenuGroupName, menuGroups, permissionOf, permissionsOf } from "#documents/kit";
import { terminalJobs, terminalKinds } from "#documents/wms/terminal/words";
import { can, type MenuGroup, type Page, page } from "./page";

/** Declarations whose codes stand on this one's page. */
const guestsOf = (host: DocumentType) => documents.filter(({ menu }) => menu && "on" in menu && menu.on === host.name);

/** Pages of the declarations that the menu shows in this group. */
const declaredPages = (group: MenuGroupName): Page[] =>
  documents.flatMap((document) => {
    const { menu, screens } = document;
    if (!menu || !("group" in menu) || menu.group !== group) return [];
    const guests = guestsOf(document);
    const page: Page = {
      path: screens.list,
      name: menu.label ?? screens.titles?.list ?? document.label,
      icon: menu.icon,
      sort: menu.sort,
      buttons: [
        ...permissionsOf(document),
        ...guests.flatMap((guest) =>
          permissionsOf(guest).map(({ code, name }) => ({ code, name: `${guest.label}${name}` })),
        ),
      ],
      needs: [document, ...guests].map((d) => permissionOf(d, "view")),
    };
    return [page];
  });

const MESSAGES = { code: "message_center", name: "使用消息中心" };

const home: Page[] = [
  page("/wel/index", "首页", "home", 10, [{ code: "cockpit_dept", name: "查看部门经营数据" }], { open: true }),
  page("/admin/message-center", "消息中心", "bell", 20, [MESSAGES], { needs: [MESSAGES.code] }),
];

const cockpit: Page[] = [
  page("/cockpit/overview/index", "经营总览", "chart", 10, can("cockpit_report", "view export")),
  page("/cockpit/tradeReport/index", "交易报表", "table", 20, [], { needs: ["cockpit_report_view"] }),
];

const approval: Page[] = [
  page("/activiti/todo/index", "待办审批", "clipboard", 10, can("act_task", "view handle transfer urge")),
  page("/activiti/done/index", "已办审批", "check", 20, [], { needs: ["act_task_view"] }),
  page("/activiti/mine/index", "我发起的", "send", 30, [], { needs: ["act_task_view"] }),
  page("/activiti/cc/index", "抄送我的", "mail", 40, [], { needs: ["act_task_view"] }),
  page("/activiti/instance/index", "全部流程", "layers", 50, can("act_admin", "view")),
  page("/activiti/model/index", "流程定义", "flow", 60, can("act_model", "view edit")),
];

const knowledge: Page[] = [
  // Shows how a menu entry with an address of another site opens inside the console.
  page("https://example.com/", "外部资料", "link", 30, [], { open: true }),
];

const order: Page[] = [
  page(
    "/ordermanage/index",
    "订单列表",
    "list",
    20,
    can("om_order", "view add edit rule hold approve cancel unmask export print"),
  ),
  page("/ordermanage/orderRule/index", "订单规则", "sliders", 30, can("om_orderrule", "view add edit del export")),
  page(
    "/packageorder/index",
    "包裹订单",
    "box",
    40,
    can("pkg_order", "view send ship cancel edit unmask print export"),
  ),
];

/** What opens the terminal: each of its jobs. */
const needs = terminalKinds.map((kind) => terminalJobs[kind].permission);

const warehouse: Page[] = [page("/terminal", "仓库终端", "barcode", 5, [], { needs })];

const logistics: Page[] = [
  page("/logistics/freight/quote", "运费试算", "gauge", 35, [], { needs: ["logistics_freight_view"] }),
];

const advertisement: Page[] = [
  page("/advertisement/report/index", "广告报表", "chart", 10, can("ads_report", "view export")),
];

const finance: Page[] = [page("/finance/opening/check", "期初核对", "check", 6, [], { needs: ["setup_opening_view"] })];

const base: Page[] = [
  page("/baseSetup/setup/index", "开始使用", "check", 1, can("setup_guide", "view edit golive")),
  page("/baseSetup/setup/import", "建账导入", "upload", 2, can("setup_import", "import undo"), {
    needs: ["setup_import_import"],
  }),
  page("/baseSetup/setup/pictures", "商品图片", "image", 3, [], { needs: ["setup_import_import"] }),
  page("/baseSetup/dataStatus/index", "数据完整性", "calendar", 137, can("base_data", "view export fetch")),
];

const admin: Page[] = [
  page("/admin/role/matrix", "角色权限核对", "shield", 25, [], { needs: ["sys_role_view"] }),
  page("/admin/status", "运行状态", "gauge", 105, [], { needs: ["base_job_view"] }),
  page("/crud/index", "组件示例", "component", 110, [], { needs: ["sys_dict_view"] }),
];

export type { MenuGroup, Page } from "./page";

/** Pages that are no list of a declared document. */
const written: Partial<Record<MenuGroupName, Page[]>> = {
  home,
  approval,
  knowledge,
  cockpit,
  warehouse,
  logistics,
  finance,
  order,
  advertisement,
  base,
  admin,
};

/** The whole menu in its order on screen. */
export const MENU_GROUPS: MenuGroup[] = keysOf(menuGroups).map((name) => {
  const { label, section, path, icon } = menuGroups[name];
  const pages = [...declaredPages(name), ...(written[name] ?? [])];
  return { path, icon, name: label, group: section, pages: pages.sort((a, b) => a.sort - b.sort) };
});

/** The same for an invented company, which can be brought back to its beginning. */
export const DEMO_MENU_GROUPS: MenuGroup[] = MENU_GROUPS.map((group) =>
  group.path === menuGroups.admin.path
    ? { ...group, pages: [...group.pages, page("/demo/reset", "恢复初始状态", "undo", 120)] }
    : group,
);

/** Every permission code of the system, once each, in menu order. */
export const permissionCodes = (): string[] =>
  MENU_GROUPS.flatMap((g) => g.pages.flatMap((p) => p.buttons.map((b) => b.code)));
