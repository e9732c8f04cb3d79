import { field, reason, voidAction } from "../kit";

const count = (label: string) => field.int({ label, min: 0, asked: true });

/** What people do with a cooperation besides its approval (market.md 2). */
export const cooperationActions = {
  addDeliver: {
    ...{ label: "新建寄样", permission: "kol_deliver_add" },
    from: ["approved", "published"],
    opens: { document: "deliver", param: "cooperationId" },
  },
  addAdsfee: {
    ...{ label: "新建广告费", permission: "kol_adsfee_add" },
    from: ["approved", "published"],
    opens: { document: "ads_fee", param: "cooperationId" },
  },
  finish: {
    ...{ label: "完成", next: true, permission: "edit" },
    from: ["published"],
    to: "finished",
    confirm: "完成后不能再寄样和申请费用。",
  },
  registerContent: {
    ...{ label: "登记发布", next: true, permission: "edit" },
    from: ["approved", "published"],
    to: "published",
    input: {
      url: field.text({
        ...{ label: "内容链接", required: true, max: 500, input: "url", asked: true },
        pattern: [/^https?:\/\/[^\s/]+\.[^\s]+$/i, "内容链接要以http://或https://开头"],
        help: "登记过的链接更新其数据",
      }),
      publishDate: field.date({ label: "发布日期", asked: true, help: "不填则为今天" }),
      views: count("播放"),
      likes: count("点赞"),
      comments: count("评论"),
      screenshot: field.image({ label: "截图", asked: true }),
    },
  },
  enterSales: {
    ...{ label: "录入归因", permission: "edit" },
    from: ["published"],
    input: {
      orders: field.int({ label: "归因订单", required: true, min: 0, asked: true }),
      sales: field.money({ label: "归因销售额", required: true, min: 0, asked: true }),
      ...reason("数据来源", "请填写数据来源"),
    },
  },
  refreshSales: {
    ...{ label: "刷新归因", permission: "edit", batch: true },
    from: ["published"],
    confirm: "按折扣码重新统计发布后30天内的订单，手工录入的数据会被替换。",
  },
  terminate: {
    ...{ label: "终止", permission: "approve", danger: true },
    to: "terminated",
    from: ["approved", "published"],
    confirm: "未出库的寄样和未核销的费用一并作废，终止后不能恢复。",
    input: reason("终止原因", "请填写终止原因"),
  },
  void: voidAction(["draft", "rejected"]),
} as const;
