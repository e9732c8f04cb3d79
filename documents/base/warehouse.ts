import { defineDocument, field } from "../kit";

export const warehouseKinds = {
  domestic: { label: "国内仓" },
  overseas: { label: "海外自营仓" },
  thirdParty: { label: "三方海外仓" },
  fba: { label: "FBA仓" },
  sample: { label: "样品仓" },
};

/** 仓库 (supply.md 4, B.1): where stock lies. */
export const warehouse = defineDocument({
  name: "warehouse",
  label: "仓库",
  module: "wms",
  api: "/wms/warehouse",
  table: "warehouse",
  permission: "wms_warehouse",
  display: "name",
  derived: true,
  keyword: ["code", "name"],
  sort: [{ by: "id" }],
  formColumns: 2,
  fields: {
    code: field.text({
      label: "编码",
      required: true,
      pattern: [/^[A-Z0-9-]{2,20}$/, "编码为2到20位大写字母、数字或横线"],
      unique: "仓库编码已存在",
      readonlyIn: ["edit"],
      column: { width: 140, fixed: "left", sortable: true },
    }),
    name: field.text({
      label: "名称",
      required: true,
      max: 50,
      unique: "仓库名称已存在",
      column: { width: 180 },
      filter: "like",
    }),
    kind: field.enum({
      label: "类型",
      required: true,
      options: warehouseKinds,
      column: { width: 110, filters: true },
      filter: "in",
      filterOne: true,
    }),
    timezone: field.text({
      label: "时区",
      max: 50,
      default: "Asia/Shanghai",
      column: { width: 180 },
    }),
    provider: field.text({ label: "服务商", max: 30, inline: true, column: { width: 100 } }),
    siteCodes: field.texts({ label: "服务站点", help: "每行一个站点代码，如 US" }),
    address: field.longtext({ label: "地址", max: 300, wide: true }),
    contact: field.text({ label: "联系人", max: 50 }),
    managerId: field.ref({ label: "仓库主管", to: "user", inline: true, column: { width: 120 } }),
    memberIds: field.refs({ label: "仓管员", to: "user", wide: true }),
    enabled: field.bool({
      label: "启用",
      default: true,
      column: { width: 80, fixed: "right", align: "center" },
    }),
  },
  screens: { list: "/wms/warehouse/index" },
});
