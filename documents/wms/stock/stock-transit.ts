import { defineDocument, field } from "../../kit";
import { goods, hiddenText, pieces, place, stockList, stockTabs, worth } from "./stock-age";

const days = (label: string, tooltip?: string) =>
  field.int(label, { unit: "天", computed: true, column: { sortable: true, phone: false, tooltip } });

/** 在途: what documents have sent off and nobody has taken in, by line. */
export const stockTransit = defineDocument({
  ...stockList,
  name: "stock_transit",
  label: "在途库存",
  table: "stock_transit_list",
  scopeBy: { warehouse: ["warehouseId", "fromWarehouseId"] },
  display: "skuCode",
  keyword: ["skuCode", "skuName", "bizNo"],
  list: { sort: [{ by: "since" }, { by: "id" }] },
  glance: {
    alerts: [
      {
        name: "late",
        label: "在途逾期",
        where: { late: "yes" },
        measure: { field: "lateDays" },
        unit: "天",
        threshold: 1,
      },
    ],
  },
  fields: {
    ...goods,
    fromWarehouseId: { ...place, label: "调出仓" },
    warehouseId: { ...place, label: "调入仓" },
    qty: pieces("在途数量", { phone: "fact", sortable: true }),
    value: worth("在途金额", { sortable: true }),
    bizNo: field.text("来源单", { computed: true, names: ["bizDocument", "bizId"], column: true, filter: "prefix" }),
    since: field.datetime("发出时间", { computed: true, column: { sortable: true, phone: false }, filter: "range" }),
    days: days("在途天数"),
    expectArriveDate: field.date("预计到达", { computed: true, column: { sortable: true }, filter: "range" }),
    lateDays: days("逾期天数", "过了预计到达日仍未收货"),
    late: field.enum("逾期", {
      virtual: true,
      computed: true,
      hiddenIn: ["view"],
      options: { yes: { label: "已逾期" } },
      filter: "in",
      filterOne: true,
    }),
    bizDocument: hiddenText("来源单类型"),
    bizId: hiddenText("来源单编号"),
  },
  screens: { list: "/wms/stock/transit", tabs: stockTabs, titles: { list: "在途" } },
});
