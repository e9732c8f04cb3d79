import { type Dict, dict } from "./dict";
import { MARKET } from "./market";
import { PRODUCT } from "./product";
import { TRADE } from "./trade";

// supply.md B.2, B.3, B.7
const MONEY = [
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
  dict("pay_method", "支付方式", "wire 网银转账\ntt 电汇\nplatform 第三方\nacceptance 承兑\ncash 现金"),
  dict(
    "expense_type",
    "费用类型",
    "travel 差旅\noffice 办公\npromotion 推广\nsoftware 软件服务\nrent 租金\nother 其他",
  ),
  dict("min_margin", "最低毛利率", "5 5%"),
];

// supply.md B.7
const REASONS = [
  dict(
    "defect_type",
    "不合格原因",
    "appearance 外观\nsize 尺寸\nfunction 功能\npackaging 包装\nquantity 数量\nlabel 标签\nother 其他",
  ),
  dict("sign_diff_reason", "签收差异原因", "shortage 少货\nsurplus 多货\ndamaged 破损\nwrongGoods 错货"),
  dict("return_reason", "退换货原因", "quality 质量不良\nwrongGoods 错发\nsurplus 多发\nslowMoving 滞销\nother 其他"),
  dict("cancel_reason", "取消原因", "plan 计划调整\ndiscontinued 商品停售\nsupplier 改供应商\nduplicate 重复请购"),
];

/** Dictionaries that ship with the system; they cannot be deleted (systemFlag 1). */
export const DICTS: Dict[] = [...PRODUCT, ...MONEY, ...TRADE, ...REASONS, ...MARKET];
