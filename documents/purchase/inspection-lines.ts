import { type Field, field, lineRemark, sourceSkuLine } from "../kit";

const figure = (label: string) => field.int({ label, computed: true, sum: true });

/** What is looked at per SKU. */
const checks = {
  skuCode: field.text({ label: "SKU", computed: true }),
  item: field.text({ label: "检验项", computed: true }),
  standard: field.text({ label: "标准", computed: true }),
  measured: field.text({ label: "实测", max: 100 }),
  ok: field.enum({
    label: "判定",
    options: { yes: { label: "合格", tone: "green" }, no: { label: "不合格", tone: "red" } },
  }),
};

/** 处理 of rejected pieces. */
export const rejectHandles = {
  return: { label: "退货" },
  exchange: { label: "换货" },
  scrap: { label: "报废" },
  pending: { label: "待定" },
};

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
      signLineId: field.line({
        label: "签收明细",
        table: "wms_sign_line",
        computed: true,
        hidden: true,
      }),
      poLineId: field.line({
        label: "采购明细",
        table: "purchase_order_line",
        required: true,
        computed: true,
        hidden: true,
      }),
      poLineCode: field.text({ label: "采购明细", computed: true }),
      ...goods(),
      sealSampleId: field.ref({ label: "对照封样", to: "seal_sample", computed: true }),
      signQty: figure("签收数量"),
      sampleQty: field.int({ label: "抽检数", min: 0, sum: true }),
      sampleBadQty: field.int({ label: "抽检不良", min: 0, default: 0, sum: true }),
      passQty: field.int({ label: "合格", min: 0, startsAs: "signQty", sum: true }),
      rejectQty: field.int({
        ...{ label: "不合格", min: 0, default: 0, sum: true },
        warns: [
          { unless: "passQty + rejectQty = signQty", says: "合格＋不合格须等于签收{signQty}" },
        ],
      }),
      concessionQty: field.int({
        ...{ label: "让步接收", min: 0, default: 0, sum: true },
        warns: [{ unless: "concessionQty <= passQty", says: "让步接收不能大于合格{passQty}" }],
      }),
      rejectReason: field.dict({ label: "不合格原因", type: "defect_type" }),
      rejectHandle: field.enum({ label: "处理", options: rejectHandles }),
      photos: field.images({ label: "照片" }),
      remark: lineRemark(),
    },
  },
  checks: {
    label: "检验项",
    table: "inspection_check",
    sourced: "whole" as const,
    max: 2000,
    fields: checks,
  },
  past: {
    label: "历次质检",
    table: "inspection_past",
    computed: true,
    max: 5000,
    fields: {
      inspectedBy: field.text({ label: "质检员", computed: true }),
      inspectTime: field.datetime({ label: "质检时间", computed: true }),
      reversedBy: field.text({ label: "撤销人", computed: true }),
      reversedAt: field.datetime({ label: "撤销时间", computed: true }),
      skuCode: field.text({ label: "SKU", computed: true }),
      signQty: figure("签收数量"),
      passQty: figure("合格"),
      rejectQty: figure("不合格"),
      concessionQty: figure("让步接收"),
      rejectReason: field.dict({ label: "不合格原因", type: "defect_type", computed: true }),
      rejectHandle: field.enum({ label: "处理", options: rejectHandles, computed: true }),
      photos: field.images({ label: "照片", computed: true }),
    },
  },
};
