/** States that no row of the demonstration is in, and why it cannot be (company.md 3.2): it can only become fewer. */
export const RARE_STATES: Readonly<Record<string, string>> = {
  "report_file waiting": "只在上传到后台任务读取之间的几秒内出现",
  "outbox sending": "只在消息发出到对方回答之间的几秒内出现",
  "feed running": "只在读取平台订单的几秒内出现",
  "feed partial": "平台须先告知无法识别的订单，模拟服务只给出合规的订单",
  "seal_sample approved": "封样审批通过即为已封样，不停留在已通过",
  "fba_sale pending": "平台销售出库由每夜任务按载入后的销售过账，载入时还没有",
  "fba_sale done": "平台销售出库由每夜任务按载入后的销售过账，载入时还没有",
  "fba_sale reversed": "撤销的是已过账的平台销售出库，载入时还没有",
  "month_close reopened": "重新打开的月份须再次关账，留着会让演示的账期停在那里",
  "opening booked": "期初单入账后随上线锁定，演示公司已经上线",
  "opening undone": "期初单只能在上线前撤销，演示公司已经上线",
  "opening_promo void": "期初红人测评随期初单撤销，演示公司已经上线",
};
