/** A first-level menu; `section` is the entry of the top bar that shows it. */
export interface MenuGroup {
  label: string;
  path: string;
  icon: string;
  section: string;
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
  promotion: { label: "推广管理", path: "/evaluation", icon: "megaphone", section: "运营" },
  kol: { label: "红人管理", path: "/kol", icon: "star", section: "运营" },
  service: { label: "客服管理", path: "/customerservice", icon: "headset", section: "运营" },
  order: { label: "订单管理", path: "/order", icon: "list", section: "运营" },
  advertisement: { label: "广告管理", path: "/advertisement", icon: "target", section: "运营" },
  base: { label: "基础设置", path: "/baseSetup", icon: "settings", section: "系统" },
  admin: { label: "系统管理", path: "/admin", icon: "shield", section: "系统" },
} as const satisfies Record<string, MenuGroup>;

export type MenuGroupName = keyof typeof menuGroups;
