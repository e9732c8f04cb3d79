/** Articles of the demonstration: category, title, type, pages that they belong to, paragraphs. */
export interface TextTold {
  category: string;
  title: string;
  type?: "article" | "sop" | "faq";
  pages?: readonly string[];
  lines: readonly string[];
  top?: boolean;
  mustRead?: boolean;
}

export const CATEGORIES: readonly (readonly [name: string, parent: string | null])[] = [
  ["制度", null],
  ["采购", null],
  ["仓库", null],
  ["物流", null],
  ["财务", null],
  ["运营", null],
  ["客服", null],
  ["入库", "仓库"],
  ["出库与盘点", "仓库"],
  ["话术", "客服"],
];

export const ARTICLES: readonly TextTold[] = [
  {
    category: "制度",
    title: "单据编号与状态说明",
    top: true,
    lines: [
      "每张单据有唯一编号，前缀表示类型，如CG为采购单、DB为调拨单、SO为订单。",
      "草稿可以修改；待审核由审批人处理；已驳回可修改后重新提交；作废的单据不能恢复。",
      "列表上方的状态标签显示每个状态的数量，点标签即可筛选。",
    ],
  },
  {
    category: "制度",
    title: "个人信息保护须知",
    mustRead: true,
    lines: [
      "买家姓名、电话、地址默认脱敏显示，查看完整信息需填写原因并留下记录，每人每天最多30次。",
      "妥投或取消30天后，收件信息自动清除，只保留统计数字。",
      "不得把买家信息复制到聊天工具或个人文件。",
    ],
  },
  {
    category: "采购",
    title: "从请购到采购单",
    type: "sop",
    pages: ["/porequisiton/index", "/purchaseOrder/index"],
    lines: [
      "请购单审核后进入待转采；转请购按供应商和币种合并成采购单草稿。",
      "没有价格或价格过期的SKU先询价，定标后自动带出单价。",
      "采购单审核后生成合同，供应商签署后才能送货。",
    ],
  },
  {
    category: "采购",
    title: "质检不合格怎么处理",
    type: "faq",
    pages: ["/inspection/index"],
    lines: [
      "不合格数量不会增加可用库存，进入待处理。",
      "选择退货、换货或让步接收；让步接收须填写扣款金额。",
      "多次不合格的供应商会在供应商页面显示合格率下降。",
    ],
  },
  {
    category: "入库",
    title: "收货操作规范",
    type: "sop",
    mustRead: true,
    pages: ["/wmssign/list"],
    lines: [
      "先核对送货单的箱数，再逐箱扫码；外箱破损先拍照再签收。",
      "数量多于送货单时不要收下，联系采购；少于时按实收数量签收。",
      "断网时可以继续扫码，恢复后自动提交，不会重复。",
    ],
  },
  {
    category: "出库与盘点",
    title: "盘点差异的处理",
    type: "sop",
    lines: [
      "差异先复盘一次，仍有差异再提交盘盈或盘亏单。",
      "盘亏金额超过限额需要财务审批。",
      "盘点期间不要移动被盘点的货位。",
    ],
  },
  {
    category: "出库与盘点",
    title: "平台销售出库为什么有待核对",
    type: "faq",
    pages: ["/wms/fbaSale/index"],
    lines: [
      "FBA订单每天按店铺汇总成平台销售出库，减少FBA库存。",
      "库存不足时先出可用的数量，其余列为待核对，补录收货后自动补出。",
    ],
  },
  {
    category: "物流",
    title: "调拨单的五种类型",
    pages: ["/transfer/index"],
    lines: [
      "国内仓调拨、海外仓备货、FBA发货、海外仓转FBA、退回国内，各有不同的装箱和报关要求。",
      "发货后库存在途，签收后进入目的仓；短装和丢失在签收时登记。",
    ],
  },
  {
    category: "物流",
    title: "报关资料检查清单",
    type: "sop",
    pages: ["/declareCustoms/index"],
    lines: [
      "报关单、箱单、发票、合同四份单据的数量、重量、金额必须一致。",
      "申报要素缺失时不能申报，先到SKU补充海关信息。",
    ],
  },
  {
    category: "财务",
    title: "请款与付款的顺序",
    type: "sop",
    pages: ["/finance/request/index"],
    lines: ["请款单审核后才能付款；一张请款单可以分次付款。", "收款账号变更须由供应商管理员复核，付款前系统会核对。"],
  },
  {
    category: "财务",
    title: "月结前要做的检查",
    pages: ["/finance/monthClose/index"],
    lines: [
      "未审核的出入库、未核销的付款、汇率缺失都会列在月结检查里。",
      "月结后该月的库存和账款不能再改，需要反月结。",
    ],
  },
  {
    category: "运营",
    title: "毛利为什么与平台报表不同",
    type: "faq",
    pages: ["/cockpit/tradeReport/index"],
    lines: [
      "系统毛利扣除采购成本、头程、平台费和配送费；平台报表不含采购和头程。",
      "金额按当月汇率折算人民币，汇率在基础设置中维护。",
    ],
  },
  {
    category: "运营",
    title: "广告预算预警的含义",
    pages: ["/advertisement/budgetManage/targetportfolio/index"],
    lines: ["花费达到预算80%提醒负责人，达到100%提醒主管。", "预算用完不会自动停广告。"],
  },
  {
    category: "运营",
    title: "测评费用从申请到返款",
    type: "sop",
    pages: ["/evaluation/application/index", "/evaluation/refund/index"],
    lines: [
      "本模块只登记合作与费用，须遵守平台政策与当地法律。",
      "申请审批后才有预算；提交请款时占用预算，驳回或撤回时退回。",
      "同一平台订单只能返款一次。付款后任务页显示单均费用。",
    ],
  },
  {
    category: "运营",
    title: "红人寄样怎样出库",
    pages: ["/kol/cooperation/index", "/kol/deliver/index"],
    lines: [
      "合作审批后才能寄样；提交寄样生成其他出库单，仓库审核后减少库存并计入样品成本。",
      "签收后登记内容链接，广告费核销后才能结束合作。",
    ],
  },
  {
    category: "客服",
    title: "24小时内回复买家",
    type: "sop",
    top: true,
    pages: ["/customerservice/message/index"],
    lines: [
      "买家来信后24小时内必须首次回复，剩余4小时列表显示即将超时。",
      "不能留下邮箱、电话、网址等站外联系方式，也不能诱导评价，系统会拒绝发送。",
      "回复不了的先挂起并写明原因，时效继续计算。",
    ],
  },
  {
    category: "客服",
    title: "退款审批权限",
    pages: ["/customerservice/refund/index"],
    lines: [
      "退款金额不能超过可退金额；补偿最多为订单金额的20%。",
      "超过100美元须客服主管审批。FBA订单由平台退款，这里只登记。",
    ],
  },
  {
    category: "客服",
    title: "客户之声怎样关闭",
    type: "sop",
    pages: ["/customerservice/voc/index"],
    lines: [
      "登记后由主管分派处理人，处理人填写原因、措施和预防。",
      "验证有效才能关闭；无效退回重新处理。",
      "关闭后可以把问题补充到SKU的质检标准，下次来货按新标准检验。",
    ],
  },
];

/** Answers to buyers: title, language, text; names in braces are filled in. */
export const TEMPLATES: readonly (readonly [title: string, language: "zh" | "en" | "de" | "ja", text: string])[] = [
  [
    "破损致歉（英）",
    "en",
    "Hello, we are sorry that an item of order {orderNo} arrived damaged. Could you send us a photo of it? We will send a replacement or refund the item, whichever you prefer.\n{agentName}",
  ],
  [
    "物流查询（英）",
    "en",
    "Hello, your order {orderNo} is on its way. The tracking number is {trackingNo}. Please allow a few more days for delivery.\n{agentName}",
  ],
  [
    "发票（英）",
    "en",
    "Hello, the invoice for order {orderNo} can be downloaded on the order page of your account.\n{agentName}",
  ],
  [
    "退货说明（英）",
    "en",
    "Hello, you can return {productName} within 30 days on the order page. The refund follows once the parcel has arrived.\n{agentName}",
  ],
  [
    "漏发致歉（英）",
    "en",
    "Hello, we are sorry that a piece is missing in order {orderNo}. We will send it right away.\n{agentName}",
  ],
  [
    "破损致歉（德）",
    "de",
    "Guten Tag, es tut uns leid, dass ein Artikel der Bestellung {orderNo} beschädigt ankam. Bitte senden Sie uns ein Foto, wir ersetzen oder erstatten ihn.\n{agentName}",
  ],
  [
    "物流查询（德）",
    "de",
    "Guten Tag, Ihre Bestellung {orderNo} ist unterwegs, die Sendungsnummer lautet {trackingNo}.\n{agentName}",
  ],
  [
    "破损致歉（日）",
    "ja",
    "ご注文{orderNo}の商品が破損していたとのこと、申し訳ございません。写真をお送りいただけますでしょうか。交換または返金いたします。\n{agentName}",
  ],
  ["物流查询（日）", "ja", "ご注文{orderNo}は配送中です。お問い合わせ番号は{trackingNo}です。\n{agentName}"],
  ["通用致谢（中）", "zh", "您好，订单{orderNo}的情况我们已经记录，会尽快处理并回复您。\n{agentName}"],
];
