import { dict } from "./dict";

// market.md §1–§5, §10
export const MARKET = [
  dict("eva_abnormal", "测评异常原因", "returned 已退货\ncancelled 已取消\nduplicate 重复\nnoProof 无凭证\nother 其他"),
  dict(
    "refund_reason",
    "退款原因",
    `
damaged 破损
notAsDescribed 与描述不符
lost 丢失
late 延误
wrongItem 发错
noLongerNeeded 不想要
other 其他`,
  ),
  dict(
    "voc_category",
    "客诉分类",
    `
quality 品质
  quality-broken 使用中损坏
  quality-material 材质不良
  quality-durability 不耐用
function 功能
  function-fail 功能失效
  function-weak 性能不足
appearance 外观
  appearance-scratch 划痕污渍
  appearance-color 色差
packaging 包装
  packaging-damaged 包装破损
  packaging-label 标签错误
listing 描述不符
  listing-size 尺寸不符
  listing-image 图文不符
logistics 物流
  logistics-late 配送延误
  logistics-lost 丢件
accessory 配件
  accessory-missing 配件缺失
  accessory-wrong 配件错误`,
  ),
  dict("cs_category", "咨询类别", "logistics 物流\nquality 品质\nmissing 漏发\nreturn 退货\ninvoice 发票\nother 其他"),
  dict("customer_tag", "客户标签", "bulk 批量采购\nfrequentReturn 频繁退货\nhelpful 反馈优质\nsensitive 敏感客户"),
  dict("order_tag", "订单标签", "urgent 加急\ngift 礼品\ninspect 发前检查\naddressDoubt 地址存疑\nvip VIP客户"),
  dict("promo_channel", "推广渠道", "site 站内活动\ndealSite 折扣站\nsocial 社交媒体\nblog 博客测评\nemail 邮件营销"),
  dict(
    "kol_platform",
    "红人平台",
    "youtube YouTube\ninstagram Instagram\ntiktok TikTok\nfacebook Facebook\nblog 博客\ndealSite 折扣站",
  ),
  dict(
    "language",
    "语言",
    "zh 中文\nen 英语\nde 德语\nfr 法语\nit 意大利语\nes 西班牙语\nnl 荷兰语\nja 日语\nar 阿拉伯语",
  ),
];
