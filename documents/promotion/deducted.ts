import { field } from "../kit";

/**
 * 登记平台扣款 (market.md 17.13): what the platform takes from the settlement never becomes a payment
 * request. `from` and `to` are those of being paid.
 */
export const deductAction = <const P extends string, const From extends string, const To extends string>(
  permission: P,
  from: From,
  to: To,
) =>
  ({
    label: "登记平台扣款",
    permission,
    from: [from],
    to,
    input: {
      settlementNo: field.text("平台结算单号", { required: true, max: 60, asked: true }),
      amount: field.money("扣款金额", { required: true, asked: true, currency: "currency" }),
      day: field.date("扣款日期", { required: true, asked: true }),
      inSettlement: field.bool("结算数据已计入其他费用", {
        asked: true,
        help: "勾选后当日其他费用减去此金额，不重复计算",
      }),
    },
  }) as const;
