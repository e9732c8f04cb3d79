import { can, type MenuGroup, page } from "./page";

const mapping = (key: string, name: string) =>
  page(`/baseSetup/${key}/index`, name, "swap", [
    can(`base_${key.toLowerCase()}`, "view add edit del push import export"),
  ]);

export const base: MenuGroup = {
  path: "/baseSetup",
  name: "基础设置",
  icon: "settings",
  group: "系统",
  pages: [
    page("/baseSetup/group/index", "运营小组", "users", [can("base_group", "view add edit del")]),
    page("/baseSetup/site/index", "站点", "globe", [can("base_site", "view add edit del")]),
    page("/baseSetup/store/index", "店铺", "shop", [can("base_store", "view add edit del")]),
    page("/baseSetup/channel/index", "物流渠道", "truck", [
      can("base_channel", "view add edit del"),
    ]),
    mapping("overseasSkuMapping", "海外仓SKU映射"),
    mapping("xyProductMapping", "XY产品映射"),
    mapping("hsGoodsMapping", "HS商品映射"),
    mapping("gcGoodsMapping", "谷仓商品映射"),
    mapping("winitGoodsMapping", "万邑通商品映射"),
    mapping("sfGoodsMapping", "顺丰商品映射"),
    page("/baseSetup/seaTunnelTask/index", "ETL任务管理", "database", [
      can("base_seatunneltask", "view add edit del run"),
    ]),
  ],
};
