import { defineDocument, field, voidAction } from "../../kit";

const count = (label: string) => field.int({ label, min: 0, default: 0, sum: true });
const found = (label: string) => field.int({ label, computed: true, sum: true });

/** FBA库存报告: what lies at the platform by its own monthly count, beside what our books say. */
export const fbaInventory = defineDocument({
  name: "fba_inventory",
  label: "FBA库存报告",
  module: "wms",
  api: "/wms/fbainventory",
  permission: "wms_fbainventory",
  menu: { on: "fba_sale" },
  number: "FI",
  copy: false,
  scopeBy: { dept: "deptId", user: "createBy", warehouse: "fbaWarehouseId" },
  keyword: ["no", "title"],
  foundBy: ["storeId"],
  formColumns: 2,
  import: {
    ...{ whole: true, lines: "rows" },
    heads: {
      "rows.msku": ["sku", "seller-sku"],
      "rows.fnsku": ["fnsku", "fulfillment-channel-sku"],
      "rows.sellableQty": ["afn-fulfillable-quantity"],
      "rows.unsellableQty": ["afn-unsellable-quantity"],
    },
  },
  status: {
    field: "status",
    initial: "draft",
    editable: ["draft"],
    values: {
      draft: { label: "待调整", tone: "orange" },
      done: { label: "已生成调整", tone: "green" },
      void: { label: "已作废", tone: "red" },
    },
  },
  figures: [
    { field: "rowCount" },
    { field: "diffCount" },
    { field: "moreQty" },
    { field: "lessQty" },
  ],
  fields: {
    title: field.text({
      ...{ label: "标题", max: 60, help: "不填则为今天的日期", column: { width: 200 } },
      filter: "like",
    }),
    storeId: field.ref({
      ...{ label: "店铺", to: "store", help: "不填则按MSKU的平台映射判断" },
      column: { width: 130 },
      filter: "in",
    }),
    fbaWarehouseId: field.ref({ label: "FBA仓", to: "warehouse", computed: true }),
    rowCount: field.int({
      ...{ label: "行数", computed: true },
      column: { width: 80, phone: false },
    }),
    diffCount: field.int({ label: "有差异", computed: true, column: { width: 80 } }),
    moreQty: field.int({ label: "多出件数", computed: true, column: { width: 90 } }),
    lessQty: field.int({ label: "缺少件数", computed: true, column: { width: 90 } }),
    missing: field.longtext({ label: "报告中没有的SKU", computed: true, wide: true }),
    adjustNos: field.text({
      ...{ label: "调整单", computed: true, numbersOf: ["other_in", "other_out"] },
      column: { width: 180 },
    }),
  },
  lines: {
    rows: {
      label: "库存明细",
      table: "fba_inventory_row",
      required: "请至少添加一条明细",
      max: 2000,
      fields: {
        msku: field.text({ label: "MSKU", required: true, max: 60 }),
        fnsku: field.text({ label: "FNSKU", max: 10 }),
        sellableQty: count("可售"),
        unsellableQty: count("不可售"),
        skuId: field.ref({ label: "SKU", to: "sku", computed: true }),
        bookGood: found("账面良品"),
        bookBad: found("账面次品"),
        diffGood: found("良品差异"),
        diffBad: found("次品差异"),
        outcome: field.enum({
          label: "核对",
          computed: true,
          options: {
            same: { label: "一致", tone: "green" },
            diff: { label: "有差异", tone: "orange" },
            bad: { label: "无法核对", tone: "red" },
          },
        }),
        message: field.text({ label: "说明", computed: true, max: 200 }),
      },
    },
  },
  actions: {
    compare: { label: "重新核对", permission: "add", from: ["draft"] },
    run: {
      label: "生成调整单",
      ...{ next: true, permission: "wms_otherin_add", from: ["draft"], to: "done" },
      confirm: "多出的做其他入库（调整），缺少的做其他出库（调整），均为草稿，提交后审批。",
    },
    void: voidAction(["draft"]),
  },
  screens: {
    list: "/wms/fbaInventory/index",
    create: "/wms/fbaInventory/create",
    edit: "/wms/fbaInventory/edit",
    detail: "/wms/fbaInventory/detail",
    tabs: ["fba_sale", "fba_inventory"],
    titles: { list: "FBA库存报告" },
  },
});
