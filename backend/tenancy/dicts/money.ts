import { dict } from "./dict";

// supply.md B.2, B.3, B.7
export const MONEY = [
  dict(
    "currency",
    "币种",
    `
CNY 人民币 | symbol=¥;scale=2
USD 美元 | symbol=$;scale=2
EUR 欧元 | symbol=€;scale=2
GBP 英镑 | symbol=£;scale=2
JPY 日元 | symbol=¥;scale=0
CAD 加元 | symbol=C$;scale=2
AUD 澳元 | symbol=A$;scale=2
HKD 港元 | symbol=HK$;scale=2
MXN 墨西哥比索 | symbol=MX$;scale=2
AED 阿联酋迪拉姆 | symbol=AED;scale=2`,
  ),
  dict("tax_rate", "税率", "0 0%\n1 1%\n3 3%\n6 6%\n9 9%\n13 13%"),
  dict("export_refund_rate", "出口退税率", "0 0%\n6 6%\n9 9%\n13 13%"),
  dict("settle_method", "结算方式", "cod 现结\ndeposit 预付+尾款\nmonthly 月结"),
  dict(
    "pay_method",
    "支付方式",
    "wire 网银转账\ntt 电汇\nplatform 第三方\nacceptance 承兑\ncash 现金",
  ),
  dict(
    "expense_type",
    "费用类型",
    "travel 差旅\noffice 办公\npromotion 推广\nsoftware 软件服务\nrent 租金\nother 其他",
  ),
  dict("min_margin", "最低毛利率", "5 5%"),
];
