import { field, voidAction } from "../kit";

const fee = (label: string) =>
  field.money({ label, required: true, default: "0", min: 0, currency: "currency" });
const day = (label: string) => field.date({ label, help: "不填则为今天" });

const transferIds = (label: string) =>
  field.refs({
    ...{ label, to: "transfer", required: true, requiredMessage: "请选择调拨单" },
    only: { transferType: ["2", "3"], status: ["packed"] },
  });

/** What is done to a container load (supply.md 5). */
export const cabinetActions = {
  addTransfers: {
    label: "加入调拨单",
    permission: "edit",
    from: ["draft", "booked"],
    input: { transferIds: transferIds("加入的调拨单") },
  },
  removeTransfers: {
    label: "移除调拨单",
    permission: "edit",
    from: ["draft", "booked"],
    input: { transferIds: transferIds("移除的调拨单") },
  },
  book: {
    label: "订舱",
    next: true,
    permission: "edit",
    from: ["draft"],
    to: "booked",
    input: {
      bookingNo: field.text({
        ...{ label: "订舱号", required: true, requiredMessage: "请填写订舱号", max: 40 },
      }),
      providerId: field.ref({
        ...{ label: "货代", to: "supplier", required: true, only: { supplierType: ["logistics"] } },
      }),
    },
  },
  load: {
    label: "装柜",
    next: true,
    permission: "edit",
    from: ["booked"],
    to: "loaded",
    confirm: "装柜后柜内的调拨单可以发货，不能再加入或移除。",
    input: {
      containerNo: field.text({ label: "柜号", max: 11, help: "整柜必填" }),
      sealNo: field.text({ label: "封号", max: 20 }),
    },
  },
  sail: {
    label: "开船",
    next: true,
    permission: "edit",
    from: ["loaded"],
    to: "sailed",
    input: {
      vesselVoyage: field.text({ label: "船名航次", max: 60 }),
      etd: field.date({ label: "预计开船" }),
      atd: day("实际开船"),
      eta: field.date({ label: "预计到港" }),
    },
  },
  arrive: {
    label: "到港",
    next: true,
    permission: "edit",
    from: ["sailed"],
    to: "arrived",
    input: {
      ata: day("实际到港"),
      expectArriveDate: field.date({ label: "预计到仓", help: "写到柜内的调拨单" }),
    },
  },
  clear: {
    label: "清关",
    next: true,
    permission: "edit",
    from: ["arrived"],
    to: "cleared",
    input: {
      clearDate: day("清关日"),
      expectArriveDate: field.date({ label: "预计到仓", help: "写到柜内的调拨单" }),
    },
  },
  finish: {
    label: "派送完成",
    next: true,
    permission: "edit",
    from: ["cleared"],
    to: "done",
    input: { doneDate: day("派送完成日") },
  },
  setFee: {
    label: "费用录入",
    permission: "fee",
    from: ["loaded", "sailed", "arrived", "cleared", "done"],
    confirm: "按分摊方式分给柜内的调拨单，替换它们的实际运费。",
    input: {
      currency: field.dict({ label: "币种", type: "currency", required: true }),
      oceanFreight: fee("海运费"),
      truckFee: fee("拖车费"),
      customsFee: fee("报关费"),
      destFee: fee("目的港费"),
    },
  },
  void: voidAction(["draft", "booked"]),
} as const;
