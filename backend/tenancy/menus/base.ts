import { can, type Page, page } from "./page";

const mapping = (key: string, name: string, sort: number) =>
  page(
    `/baseSetup/${key}/index`,
    name,
    "swap",
    sort,
    can(`base_${key.toLowerCase()}`, "view add edit del push import export"),
  );

export const base: Page[] = [
  page(
    "/baseSetup/channel/index",
    "物流渠道",
    "truck",
    40,
    can("base_channel", "view add edit del"),
  ),
  mapping("overseasSkuMapping", "海外仓SKU映射", 50),
  mapping("xyProductMapping", "XY产品映射", 60),
  mapping("hsGoodsMapping", "HS商品映射", 70),
  mapping("gcGoodsMapping", "谷仓商品映射", 80),
  mapping("winitGoodsMapping", "万邑通商品映射", 90),
  mapping("sfGoodsMapping", "顺丰商品映射", 100),
  page(
    "/baseSetup/seaTunnelTask/index",
    "ETL任务管理",
    "database",
    110,
    can("base_seatunneltask", "view add edit del run"),
  ),
];
