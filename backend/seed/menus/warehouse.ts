import { can, DOCUMENT, MASTER, type MenuGroup, page } from "./page";

export const warehouse: MenuGroup = {
  path: "/wms",
  name: "仓库管理",
  icon: "warehouse",
  group: "供应链",
  pages: [
    page("/wms/stock/index", "库存", "layers", [can("wms_stock", "view export")], {
      extra: { stock_cost_view: "查看库存成本" },
    }),
    page("/wms/stockMove/index", "库存流水", "history", [can("wms_move", "view export")]),
    page("/wms/reservation/index", "库存锁定", "lock", [can("wms_reservation", "view release")]),
    page("/wms/warehouse/index", "仓库", "warehouse", [can("wms_warehouse", `${MASTER} print`)]),
    page("/wmssign/list", "签收列表", "inbox", [can("wms_sign", `${DOCUMENT} sign reverse`)]),
    page("/otherInStock/index", "其他入库单", "inbox", [
      can("wms_otherin", `${DOCUMENT} confirm reverse`),
    ]),
    page("/otherOutStock/index", "其他出库单", "outbox", [
      can("wms_otherout", `${DOCUMENT} confirm reverse`),
    ]),
    page("/fbareturn/index", "FBA退货单", "undo", [
      can("wms_fbareturn", `${DOCUMENT} receive close`),
    ]),
    page("/warehouse/fbadisposed/index", "FBA弃置单", "trash", [
      can("wms_fbadisposed", `${DOCUMENT} finish`),
    ]),
  ],
};

export const logistics: MenuGroup = {
  path: "/logistics",
  name: "物流管理",
  icon: "ship",
  group: "供应链",
  pages: [
    page("/declareCustoms/index", "报关单", "stamp", [
      can("logistics_customs", `${DOCUMENT} refund`),
    ]),
    page("/transfer/index", "调拨单", "swap", [
      can("logistics_transfer", `${DOCUMENT} pack ship receive fee close reverse`),
    ]),
    page("/logistics/freight/index", "运费模板", "calculator", [
      can("logistics_freight", `${MASTER} print`),
    ]),
    page("/cabinetCombination/index", "组柜单", "ship", [
      can("logistics_cabinet", `${DOCUMENT} fee`),
    ]),
  ],
};
