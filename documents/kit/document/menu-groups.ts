import type { IconName } from "./icons";
/** An address of this site: one slash, no other host, nothing that browsers drop or turn around. */
export const SITE_PATH = /^\/(?!\/)[^\s\\\p{Cc}]*$/u;
/** An address elsewhere, which opens in the frame page. */
export const WEB_ADDRESS = /^https?:\/\/[^\s\\\p{Cc}]+$/iu;

/** A first-level menu; `section` is the entry of the top bar that shows it. */
export interface MenuGroup {
  label: string;
  path: string;
  icon: IconName;
  section: string;
  /** Sentence above every page of its documents. */
  notice?: string;
}

/** The first level of the menu, in its order on screen. */
export const menuGroups = {
  home: { label: "首页", path: "/wel", icon: "home", section: "工作台" },
  approval: { label: "审批中心", path: "/activiti", icon: "flow", section: "工作台" },
  knowledge: { label: "知识库", path: "/knowledge", icon: "book", section: "工作台" },
  cockpit: { label: "驾驶舱", path: "/cockpit", icon: "gauge", section: "数据" },
  product: { label: "产品管理", path: "/product", icon: "box", section: "供应链" },
  supplier: { label: "供应商管理", path: "/supplierManage", icon: "factory", section: "供应链" },
  purchase: { label: "采购管理", path: "/purchase", icon: "cart", section: "供应链" },
  warehouse: { label: "仓库管理", path: "/wms", icon: "warehouse", section: "供应链" },
  logistics: { label: "物流管理", path: "/logistics", icon: "ship", section: "供应链" },
  finance: { label: "财务管理", path: "/finance", icon: "wallet", section: "财务" },
  promotion: {
    label: "推广管理",
    path: "/evaluation",
    icon: "megaphone",
    section: "运营",
    notice: "本模块仅登记合作与费用，须遵守平台政策与当地法律",
  },
  kol: { label: "红人管理", path: "/kol", icon: "star", section: "运营" },
  service: { label: "客服管理", path: "/customerservice", icon: "headset", section: "运营" },
  order: { label: "订单管理", path: "/order", icon: "list", section: "运营" },
  advertisement: { label: "广告管理", path: "/advertisement", icon: "target", section: "运营" },
  base: { label: "基础设置", path: "/baseSetup", icon: "settings", section: "系统" },
  admin: { label: "系统管理", path: "/admin", icon: "shield", section: "系统" },
} as const satisfies Record<string, MenuGroup>;

export type MenuGroupName = keyof typeof menuGroups;

const groups: Readonly<Record<string, MenuGroup>> = menuGroups;

/** What is said above every page of the documents of a group. */
export const noticeOf = (name: MenuGroupName): string | undefined => groups[name]?.notice;

/** Entry of a list in the menu; its buttons are what may be granted (`permissionsOf`). */
export interface MenuEntry {
  group: MenuGroupName;
  /** Name of an icon of the console. */
  icon: IconName;
  /** Place in its group: 10, 20, 30 … */
  sort: number;
  /** Word in the menu; the title of the list, or the label, unless given. */
  label?: string;
  /**
   * Words of further codes (last part, or a whole code: `purchase_price_view`), another word of a derived
   * one; false: not offered.
   */
  words?: Readonly<Record<string, string | false>>;
}

/** Its codes stand on the page of another declaration, each with its label in front. */
export interface MenuGuest {
  on: string;
  words?: MenuEntry["words"];
}
