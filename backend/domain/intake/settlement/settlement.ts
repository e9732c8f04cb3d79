import { wake } from "#backend/engine/connect/enqueue";
import { moveTo, NOW, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { requireConfirmed } from "#backend/engine/documents/confirmed";
import { dec } from "#backend/platform/values";
import { reportFile } from "#documents/base/report-file";
import { settlement } from "#documents/finance/settlement/settlement";
import type { RowOf } from "#documents/kit";
import { TAKE_REPORTS } from "../waiting";
import { classify, recount } from "./figures";
import { postSettlementFacts, takeBackFacts } from "./post";

type Settlement = RowOf<typeof settlement>;

const reconcile = transition(settlement, "reconcile", {
  guard: ({ row }) =>
    !dec(row.lineTotal).eq(dec(row.totalAmount)) &&
    `明细合计${dec(row.lineTotal).toFixed(2)}与结算总额${dec(row.totalAmount).toFixed(2)}不一致`,
  async effect(c, { row }) {
    await classify(c, row.id);
    await recount(c, row.id);
    const found = await c.sql.one<{ kinds: number }>(
      `select count(distinct (transaction_type, amount_type, amount_description))::int as kinds
       from settlement_line where settlement_id = $1 and category = 'unknown' and del_flag = 0`,
      [row.id],
    );
    if (found?.kinds)
      requireConfirmed(c, `存在${found.kinds}种未归类的交易，将记入其他费用；也可以先到“费用归类”补充再核对`);
  },
});

const post = transition(settlement, "post", {
  async effect(c, { row }) {
    await patch(c, settlement, row.id, { postTime: NOW });
    await postSettlementFacts(c, row);
  },
});

const takeBack = (c: RuleContext, row: Settlement) => takeBackFacts(c, row);

const reverse = transition(settlement, "reverse", {
  async effect(c, { row }, { reason }) {
    await takeBack(c, row);
    await patch(c, settlement, row.id, { postTime: null, reverseReason: reason });
  },
});

/** The file waits once more, this time to take the place of the lines; the job that reads files does it. */
const take = transition(settlement, "take", {
  async effect(c, { row }) {
    if (row.status === "posted") {
      await moveTo(c, settlement, row.id, "draft", "采用新文件");
      await takeBack(c, row);
      await patch(c, settlement, row.id, { postTime: null });
    } else await moveTo(c, settlement, row.id, "draft", "采用新文件");
    await patch(c, settlement, row.id, { changed: false });
    if (!row.changedFileId) return;
    await patch(c, reportFile, row.changedFileId, { replaces: true });
    await moveTo(c, reportFile, row.changedFileId, "waiting", "采用新文件");
    await wake(c.sql, TAKE_REPORTS);
  },
});

const keepFile = transition(settlement, "keepFile", {
  async effect(c, { row }, { reason }) {
    await patch(c, settlement, row.id, { changed: false, changedFileId: null, keepReason: reason });
    if (row.changedFileId) await moveTo(c, reportFile, row.changedFileId, "duplicate", "保留原文件");
  },
});

/** 结算单 (figures.md D.1). */
export const settlementRules = rules(settlement, { transitions: [reconcile, post, reverse, take, keepFile] });
