import { type Field, field, labelled, lineRemark, sourceSkuLine } from "../kit";

const figure = (label: string) => field.int(label, { computed: true, sum: true });

/** What is looked at per SKU. */
const checks = {
  skuCode: field.text("SKU", { computed: true }),
  item: field.text("检验项", { computed: true }),
  standard: field.text("标准", { computed: true }),
  measured: field.text("实测", { max: 100 }),
  ok: field.enum("判定", { options: { yes: { label: "合格", tone: "green" }, no: { label: "不合格", tone: "red" } } }),
};

/** 处理 of rejected pieces. */
export const rejectHandles = labelled({ return: "退货", exchange: "换货", scrap: "报废", pending: "待定" });

/** The SKU of a line; the form has room for its name alone. */
function goods() {
  const { spec, unit, ...sku } = sourceSkuLine();
  const aside = <F extends Field>(f: F) => ({ ...f, hiddenIn: ["add", "edit"] as const });
  return { ...sku, spec: aside(spec), unit: aside(unit) };
}

/** Lines of an inspection (supply.md 3), its checks, and what a reversal put aside. */
export const inspectionLines = {
  items: {
    label: "质检明细",
    table: "inspection_line",
    sourced: "whole" as const,
    fields: {
      signLineId: field.line("签收明细", { table: "wms_sign_line", computed: true, hidden: true }),
      poLineId: field.line("采购明细", { table: "purchase_order_line", required: true, computed: true, hidden: true }),
      poLineCode: field.text("采购明细", { computed: true }),
      ...goods(),
      sealSampleId: field.ref("对照封样", { to: "seal_sample", computed: true }),
      signQty: figure("签收数量"),
      sampleQty: field.int("抽检数", { min: 0, sum: true }),
      sampleBadQty: field.int("抽检不良", { min: 0, default: 0, sum: true }),
      passQty: field.int("合格", { min: 0, startsAs: "signQty", sum: true }),
      rejectQty: field.int("不合格", {
        min: 0,
        default: 0,
        sum: true,
        warns: [{ unless: "passQty + rejectQty = signQty", says: "合格＋不合格须等于签收{signQty}" }],
      }),
      concessionQty: field.int("让步接收", {
        min: 0,
        default: 0,
        sum: true,
        warns: [{ unless: "concessionQty <= passQty", says: "让步接收不能大于合格{passQty}" }],
      }),
      rejectReason: field.dict("不合格原因", { type: "defect_type" }),
      rejectHandle: field.enum("处理", { options: rejectHandles }),
      photos: field.images("照片"),
      remark: lineRemark(),
    },
  },
  checks: { label: "检验项", table: "inspection_check", sourced: "whole" as const, max: 2000, fields: checks },
  past: {
    label: "历次质检",
    table: "inspection_past",
    computed: true,
    max: 5000,
    fields: {
      inspectedBy: field.text("质检员", { computed: true }),
      inspectTime: field.datetime("质检时间", { computed: true }),
      reversedBy: field.text("撤销人", { computed: true }),
      reversedAt: field.datetime("撤销时间", { computed: true }),
      skuCode: field.text("SKU", { computed: true }),
      signQty: figure("签收数量"),
      passQty: figure("合格"),
      rejectQty: figure("不合格"),
      concessionQty: figure("让步接收"),
      rejectReason: field.dict("不合格原因", { type: "defect_type", computed: true }),
      rejectHandle: field.enum("处理", { options: rejectHandles, computed: true }),
      photos: field.images("照片", { computed: true }),
    },
  },
};
