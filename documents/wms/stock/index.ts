import { defineDocument } from "../../kit";
import { kind, pieces, place, stockAge, stockList, stockTabs, worth } from "./stock-age";
import { stockTransit } from "./stock-transit";

const rows = { document: "stock", by: { warehouseId: "warehouseId" } };
const underWay = { document: "stock_transit", by: { warehouseId: "warehouseId" } };
const ages = { document: "stock_age", by: { warehouseId: "warehouseId" } };

/** 按仓库: what lies in each warehouse and what is on its way there. */
const stockWarehouse = defineDocument({
  ...stockList,
  name: "stock_warehouse",
  label: "仓库库存",
  table: "stock_warehouse_list",
  scopeBy: { warehouse: "warehouseId" },
  display: "kind",
  list: { sort: [{ by: "id" }] },
  fields: {
    warehouseId: { ...place, column: { width: 140, fixed: "left" } },
    kind: { ...kind, column: { width: 110 } },
    skuCount: pieces("有货SKU", { leads: { ...rows, where: { hasStock: "yes" } } }),
    onHandQty: pieces("在库", { phone: "fact", sortable: true, width: 112, leads: rows }),
    qcQty: pieces("待检"),
    goodQty: pieces("良品"),
    badQty: pieces("次品"),
    reservedQty: pieces("良品锁定"),
    reservedBadQty: pieces("次品锁定", { hide: true }),
    availableQty: pieces("可用", { phone: "fact", width: 112 }),
    availableBadQty: pieces("次品可用", { hide: true }),
    transitQty: pieces("调拨在途", { leads: underWay }),
    onOrderQty: pieces("采购在途"),
    stockValue: { ...worth("库存金额"), column: { width: 130, summary: "sum", sortable: true, leads: ages } },
    transitValue: worth("在途金额"),
  },
  screens: { list: "/wms/stock/warehouse", tabs: stockTabs, titles: { list: "按仓库" } },
});

/** Lists over what the stock ledger keeps. */
export const stockLists = [stockWarehouse, stockTransit, stockAge] as const;
