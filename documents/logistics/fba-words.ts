import { labelled } from "../kit";

/** In which state the platform found what a buyer sent back; its words in capitals, without underscores. */
export const returnDispositions = labelled({
  SELLABLE: "可售",
  DAMAGED: "平台损坏",
  CUSTOMERDAMAGED: "买家损坏",
  CARRIERDAMAGED: "承运商损坏",
  DEFECTIVE: "次品",
  EXPIRED: "过期",
  OTHER: "其他",
});

/** Why a buyer sent something back, as the platform's report says it. */
export const returnReasons = labelled({
  UNWANTED_ITEM: "不想要了",
  ORDERED_WRONG_ITEM: "买错了",
  MISORDERED: "下错单",
  DEFECTIVE: "有缺陷",
  NOT_AS_DESCRIBED: "与描述不符",
  NOT_COMPATIBLE: "不兼容",
  QUALITY_UNACCEPTABLE: "质量不满意",
  MISSING_PARTS: "缺少配件",
  DAMAGED_BY_FC: "仓库损坏",
  DAMAGED_BY_CARRIER: "运输损坏",
  SWITCHEROO: "发错商品",
  EXTRA_ITEM: "多发",
  FOUND_BETTER_PRICE: "找到更低价",
  MISSED_ESTIMATED_DELIVERY: "送达太晚",
  NEVER_ARRIVED: "没有收到",
  UNDELIVERABLE: "无法投递",
  UNAUTHORIZED_PURCHASE: "未授权购买",
  APPAREL_TOO_SMALL: "太小",
  APPAREL_TOO_LARGE: "太大",
  APPAREL_STYLE: "款式不喜欢",
  NO_REASON_GIVEN: "没有说明",
  OTHER: "其他",
});

/** For what the platform pays, as its report says it in capitals. */
export const reimbursementReasons = labelled({
  LOST_WAREHOUSE: "仓库丢失",
  DAMAGED_WAREHOUSE: "仓库损坏",
  LOST_INBOUND: "入库丢失",
  DAMAGED_INBOUND: "入库损坏",
  LOST_OUTBOUND: "出库丢失",
  DAMAGED_OUTBOUND: "出库损坏",
  CUSTOMERRETURN: "退款后未退货",
  CUSTOMERSERVICEISSUE: "客服问题",
  FREE_REPLACEMENT_REFUND_ITEMS: "免费换货",
  FEE_CORRECTION: "费用更正",
  REIMBURSEMENT_REVERSAL: "赔偿撤回",
  GENERAL_ADJUSTMENT: "一般调整",
  OTHER: "其他",
});

/** Whether what the platform says that it pays is in a settlement that is posted. */
export const reimbursementStates = {
  open: { label: "未结算", tone: "orange" },
  settled: { label: "已结算", tone: "green" },
  stock: { label: "以库存赔偿", tone: "grey" },
} as const;

/** What moved goods at the platform, as its ledger says it, in capitals without blanks. */
export const ledgerEvents = labelled({
  RECEIPTS: "入库接收",
  SHIPMENTS: "销售出库",
  CUSTOMERRETURNS: "买家退货",
  VENDORRETURNS: "移除",
  WHSETRANSFERS: "仓间调拨",
  ADJUSTMENTS: "库存调整",
  OTHER: "其他",
});

/** In which state goods are that moved; the ledger's words in capitals, without underscores. */
export const ledgerDispositions = labelled({
  SELLABLE: "可售",
  DEFECTIVE: "次品",
  CUSTOMERDAMAGED: "买家损坏",
  WAREHOUSEDAMAGED: "平台损坏",
  CARRIERDAMAGED: "承运商损坏",
  DISTRIBUTORDAMAGED: "供货方损坏",
  EXPIRED: "过期",
  UNSELLABLE: "不可售",
  OTHER: "其他",
});

/** Why the platform adjusted its stock. */
export const ledgerReasons = labelled({
  LOST: "丢失",
  FOUND: "找回",
  DAMAGED: "损坏",
  DISPOSED: "销毁",
  CHANGED: "库存属性变化",
  OTHER: "其他",
});
