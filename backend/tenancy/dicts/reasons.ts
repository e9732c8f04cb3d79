import { dict } from "./dict";

// supply.md B.7
export const REASONS = [
  dict(
    "defect_type",
    "不合格原因",
    "appearance 外观\nsize 尺寸\nfunction 功能\npackaging 包装\nquantity 数量\nlabel 标签\nother 其他",
  ),
  dict(
    "sign_diff_reason",
    "签收差异原因",
    "shortage 少货\nsurplus 多货\ndamaged 破损\nwrongGoods 错货",
  ),
  dict(
    "return_reason",
    "退换货原因",
    "quality 质量不良\nwrongGoods 错发\nsurplus 多发\nslowMoving 滞销\nother 其他",
  ),
  dict(
    "cancel_reason",
    "取消原因",
    "plan 计划调整\ndiscontinued 商品停售\nsupplier 改供应商\nduplicate 重复请购",
  ),
];
