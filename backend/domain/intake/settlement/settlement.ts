import dayjs from "dayjs";
import { dropPayout, makePayout } from "#backend/domain/finance/receivable/payout";
import { wake } from "#backend/engine/connect/enqueue";
import {
  type Engine,
  link,
  moveTo,
  NOW,
  patch,
  perform,
  pick,
  type RuleContext,
  rules,
  transition,
} from "#backend/engine/documents";
import { requireConfirmed } from "#backend/engine/documents/confirmed";
import { postPlat } from "#backend/ledgers/receivable/post";
import { eachBeside } from "#backend/platform/beside";
import type { Database } from "#backend/platform/db";
import { Refusal, systemOf } from "#backend/platform/http";
import { closedUntil, dec, rateOf, today } from "#backend/platform/values";
import { reportFile } from "#documents/base/report-file";
import { payout } from "#documents/finance/receivable/payout";
import { settlement } from "#documents/finance/settlement/settlement";
import type { RowOf } from "#documents/kit";
import { TAKE_REPORTS } from "../report-file";
import { classify, recount } from "./figures";
import { postSettlementFacts, takeBackFacts } from "./post";

type SettlementRow = RowOf<typeof settlement>;

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

/** Enters what the platform owes by it, or, taken back, owes no longer: on its last day, if that is open. */
async function enterOwed(c: RuleContext, row: SettlementRow, amount: string): Promise<void> {
  const ended = dayjs(row.endTime).format("YYYY-MM-DD");
  const until = await closedUntil(c);
  const day = until && ended <= until ? today() : ended;
  const { id, no, storeId, currency } = row;
  if (!storeId || !currency) return;
  const rate = await rateOf(c.sql, c.tenantId, currency, day);
  await postPlat(
    c,
    { document: settlement.name, id, no },
    { storeId, currency, rate },
    [{ type: "settled", amount }],
    day,
  );
}

/** Lines that are posted while somebody waits; more are a job's work (figures.md D.1). */
const AT_ONCE = 5000;

const post = transition(settlement, "post", {
  lock: async (c, row) => ({ later: (row.lineCount ?? 0) > AT_ONCE && c.caller.userId !== "0" }),
  guard: ({ row, later }) => later && row.posting && "正在后台过账，完成后状态会变为已过账",
  to: ({ later }) => (later ? "reconciled" : "posted"),
  async effect(c, { row, later }) {
    await patch(c, settlement, row.id, { posting: later });
    if (later) {
      await wake(c.sql, TAKE_REPORTS);
      return;
    }
    const { id, no, settlementNo, storeId, currency, totalAmount, activityAmount, reserveAmount, depositDate } = row;
    await patch(c, settlement, id, { postTime: NOW, postProblem: null });
    await postSettlementFacts(c, row);
    await enterOwed(c, row, activityAmount);
    const made = await makePayout(c, {
      settlementId: id,
      settlementNo: no,
      platformNo: settlementNo,
      storeId: storeId ?? "",
      currency: currency ?? "",
      amount: totalAmount,
      depositDate: depositDate ?? today(),
      reserveAmount,
    });
    await link(c, { type: settlement.name, id }, { type: payout.name, id: made.id });
  },
});

/** Everything that it brought goes again: figures, what is owed, and the payout that nothing came of yet. */
async function takeBack(c: RuleContext, row: SettlementRow): Promise<void> {
  await dropPayout(c, row.id);
  await enterOwed(c, row, dec(row.activityAmount).times(-1).toFixed(2));
  await takeBackFacts(c, row);
  await patch(c, settlement, row.id, { postTime: null });
}

/** Back to be looked at: what waited to be posted does not any more. */
const back = transition(settlement, "back", {
  effect: async (c, { row }) => {
    await patch(c, settlement, row.id, { posting: false });
  },
});

/**
 * Has the planner count anew what many lines were posted to: until it does so by itself, up to a minute later, reports
 * over these months are planned as if nothing stood there.
 */
async function countPosted(db: Database, id: string): Promise<void> {
  const parts = await db.query<{ part: string }>(
    `select distinct to_regclass('fact_trade_daily_' || to_char(landing_date, 'YYYYMM'))::text as part
     from settlement_line where settlement_id = $1 and landing_date is not null`,
    [id],
  );
  for (const table of ["fact_source", "fact_order", ...parts.map(({ part }) => part)])
    if (table) await db.query(`analyze ${table}`);
}

/** Posts settlements of many lines, each in a transaction of its own; what speaks against one is said at it. */
export async function postAsked(db: Database, engine: Engine): Promise<void> {
  const asked = await db.query<{ id: string; tenantId: string }>(
    `select id, tenant_id as "tenantId" from settlement
     where posting and status = 'reconciled' and del_flag = 0 order by id`,
  );
  await eachBeside(asked, 1, async ({ id, tenantId }) => {
    const c = { ...systemOf(tenantId), ...engine };
    try {
      await db.tx((sql) => perform({ sql, ...c }, settlement, id, "post", {}, { trusted: true }), { long: true });
      await countPosted(db, id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await db.tx(async (sql) => {
        const row = await pick({ sql, ...c }, settlement, id, ["status"], { lock: true });
        // Another copy of the program may have posted it meanwhile.
        if (row?.status !== "reconciled") return;
        await patch({ sql, ...c }, settlement, id, { posting: false, postProblem: error.message.slice(0, 200) });
      });
    }
  });
}

const reverse = transition(settlement, "reverse", {
  async effect(c, { row }, { reason }) {
    await takeBack(c, row);
    await patch(c, settlement, row.id, { reverseReason: reason });
  },
});

/** The file waits once more, this time to take the place of the lines; the job that reads files does it. */
const take = transition(settlement, "take", {
  async effect(c, { row }) {
    await moveTo(c, settlement, row.id, "draft", "采用新文件");
    if (row.status === "posted") await takeBack(c, row);
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
export const settlementRules = rules(settlement, { transitions: [reconcile, post, back, reverse, take, keepFile] });
