/**
 * Addresses of the specification that have no screen yet: [path, title]. The entry goes with the
 * declaration that claims its address.
 */
export const planned: [path: string, title: string][] = [
  // warehouse
  // evaluation
  ["/evaluation/openTag/printRefund", "打印返款"],
  ["/evaluation/openTag/printPayment", "打印付款"],
  ["/evaluation/openTag/printrefundVerify", "打印返款核销"],
  ["/evaluation/openTag/printPhoto", "打印图片"],
  // customerservice
  ["/customerservice/allorder/openTag/detail", "全部订单详情"],
  // knowledge
  ["/knowledge/base/openTag/create", "新建知识"],
  ["/knowledge/base/openTag/edit/{id}", "编辑知识"],
  ["/knowledge/base/openTag/detail/{id}", "知识详情"],
  // baseSetup
];
