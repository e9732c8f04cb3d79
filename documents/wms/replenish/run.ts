import { defineDocument, field } from "../../kit";
import { replenishTabs } from "./replenish";

const figure = (label: string) => field.int(label, { computed: true, column: { width: 110 } });

/** 计算记录: each reckoning of the replenishment; a new one reckons everything anew. */
export const replenishRun = defineDocument({
  name: "replenish_run",
  label: "补货计算",
  module: "wms",
  menu: { on: "replenish" },
  derived: true,
  display: "reckonedTime",
  can: { edit: false, del: false, export: false },
  start: { saveLabel: "重新计算", copy: false },
  list: { sort: [{ by: "id", desc: true }] },
  formColumns: 1,
  fields: {
    reckonedTime: field.datetime("计算时间", { computed: true, column: { width: 180, fixed: "left" } }),
    rowCount: figure("行数"),
    lateCount: figure("已晚"),
    dueCount: figure("该订"),
    totalQty: figure("建议数量"),
    reason: field.text("说明", { required: true, max: 100, column: { width: 200 }, placeholder: "为什么重新计算" }),
  },
  screens: { list: "/wms/replenish/run", tabs: replenishTabs, titles: { list: "计算记录", create: "重新计算" } },
});
