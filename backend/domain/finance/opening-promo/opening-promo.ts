import { asking } from "#backend/domain/finance/request/asked";
import { lockWhole, moveTo, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { addTradeFacts } from "#backend/ledgers/facts/post";
import { dec, today } from "#backend/platform/values";
import { openingPromo } from "#documents/finance/opening-promo";
import type { RowOf } from "#documents/kit";

type PromoRow = RowOf<typeof openingPromo>;

/** Whoever asks for it is who submits the request; a date that nobody chose is today. */
const asked = (c: RuleContext, row: PromoRow) => ({
  ...row,
  createBy: c.caller.userId,
  expectPayDate: row.expectPayDate ?? today(),
  payMethod: null,
});

/** What was paid is a promotion fee of its product on that day; negative when it came back. */
async function postFee({ sql }: RuleContext, { no, storeId, msku }: PromoRow, bizDate: string, amount: string) {
  if (!storeId || !msku) return;
  const entry = { sourceType: "openingPromo", sourceNo: no, bizDate, storeId, sellerSku: msku };
  await addTradeFacts(sql, [{ ...entry, column: "promo_fee", amount }]);
}

const finance = asking({
  document: openingPromo,
  bizType: "opening",
  lock: async (c, id) => asked(c, await lockWhole(c, openingPromo, id, { anyScope: true })),
  save: (c, id, told) => patch(c, openingPromo, id, told),
  asks: "asked",
  move: (c, id, to, why) => moveTo(c, openingPromo, id, to, why),
  words: { amount: "未付金额", document: "期初红人测评", missing: "请先填写收款人和收款账号" },
  payMethods: {},
  paid: (c, row, { day }) => postFee(c, row, day, row.amountCny ?? "0"),
  cameBack: (c, row, day) => postFee(c, row, day, dec(row.amountCny).times(-1).toFixed(2)),
  refused: async (_c, row) => ({ userIds: [row.updateBy] }),
});

/** 期初红人测评: asked for and paid as other promotion is (company.md 2). */
export const openingPromoRules = rules(openingPromo, {
  transitions: [
    transition(openingPromo, "ask", {
      guard: ({ row }) => !row.payeeName && "请先填写收款人和收款账号",
      effect: (c, { row }) => finance.ask(c, asked(c, row)),
    }),
  ],
  onMadeEnded: finance.ended,
});
