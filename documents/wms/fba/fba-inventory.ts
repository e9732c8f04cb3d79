import { defineDocument, field, ownStatus, pagesAt, voidAction } from "../../kit";

const count = (label: string) => field.int(label, { min: 0, default: 0, sum: true });
const found = (label: string) => field.int(label, { computed: true, sum: true });

/** FBA库存报告: what lies at the platform by its own monthly count, beside what our books say. */
export const fbaInventory = defineDocument({
  name: "fba_inventory",
  label: "FBA库存报告",
  module: "wms",
  api: "/wms/fbainventory",
  permission: "wms_fbainventory",
  menu: { on: "fba_sale" },
  number: "FI",
  start: { copy: false },
  scopeBy: { dept: "deptId", user: "createBy", warehouse: "fbaWarehouseId" },
  keyword: ["no", "title"],
  lookup: { foundBy: ["storeId"] },
  formColumns: 2,
  import: {
    whole: true,
    lines: "rows",
    heads: {
      "rows.msku": ["sku", "seller-sku"],
      "rows.fnsku": ["fnsku", "fulfillment-channel-sku"],
      "rows.sellableQty": ["afn-fulfillable-quantity"],
      "rows.unsellableQty": ["afn-unsellable-quantity"],
    },
  },
  status: ownStatus({
    draft: { label: "待调整", tone: "orange" },
    done: { label: "已生成调整", tone: "green" },
    void: { label: "已作废", tone: "red" },
  }),
  glance: { figures: [{ field: "rowCount" }, { field: "diffCount" }, { field: "moreQty" }, { field: "lessQty" }] },
  fields: {
    title: field.text("标题", { max: 60, help: "不填则为今天的日期", column: { width: 200 }, filter: "like" }),
    storeId: field.ref("店铺", { to: "store", help: "不填则按MSKU的平台映射判断", column: true, filter: "in" }),
    fbaWarehouseId: field.ref("FBA仓", { to: "warehouse", computed: true }),
    rowCount: field.int("行数", { computed: true, column: { phone: false } }),
    diffCount: field.int("有差异", { computed: true, column: true }),
    moreQty: field.int("多出件数", { computed: true, column: true }),
    lessQty: field.int("缺少件数", { computed: true, column: true }),
    missing: field.longtext("报告中没有的SKU", { computed: true, wide: true }),
    adjustNos: field.text("调整单", { computed: true, numbersOf: ["other_in", "other_out"], column: { width: 180 } }),
  },
  lines: {
    rows: {
      label: "库存明细",
      table: "fba_inventory_row",
      required: "请至少添加一条明细",
      max: 2000,
      fields: {
        msku: field.text("MSKU", { required: true, max: 60 }),
        fnsku: field.text("FNSKU", { max: 10 }),
        sellableQty: count("可售"),
        unsellableQty: count("不可售"),
        skuId: field.ref("SKU", { to: "sku", computed: true }),
        bookGood: found("账面良品"),
        bookBad: found("账面次品"),
        diffGood: found("良品差异"),
        diffBad: found("次品差异"),
        outcome: field.enum("核对", {
          computed: true,
          options: {
            same: { label: "一致", tone: "green" },
            diff: { label: "有差异", tone: "orange" },
            bad: { label: "无法核对", tone: "red" },
          },
        }),
        message: field.text("说明", { computed: true, max: 200 }),
      },
    },
  },
  actions: {
    compare: { label: "重新核对", permission: "add", from: ["draft"] },
    run: {
      label: "生成调整单",
      next: true,
      permission: "wms_otherin_add",
      from: ["draft"],
      to: "done",
      confirm: "多出的做其他入库（调整），缺少的做其他出库（调整），均为草稿，提交后审批。",
    },
    void: voidAction(["draft"]),
  },
  screens: {
    list: "/wms/fbaInventory/index",
    ...pagesAt("/wms/fbaInventory"),
    tabs: ["fba_sale", "fba_inventory"],
    titles: { list: "FBA库存报告" },
  },
});
