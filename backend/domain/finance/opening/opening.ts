import dayjs from "dayjs";
import { NOW, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { holdPhase, type Phase, phaseOf } from "#backend/platform/tenancy/phase";
import { opening } from "#documents/finance/opening";
import { correctionTransitions } from "./correct";
import { linkCorrection, prefillCorrection, saveCorrection } from "./correction";
import { checkLines } from "./lines";
import { bookLines, sceneOf } from "./post";
import { voidSigns } from "./signs";
import { standsOn, undoLines } from "./undo";

/** The sentence once a company works: what it brought along is only corrected. */
const LIVE = "系统已上线，期初只能用更正单";

/** The day at whose end openings stand: the one before the first day of work. @throws Refusal 409 */
function asOfDay({ phase, goLiveDate }: Phase): string {
  if (phase === "live") throw conflict(LIVE);
  if (!goLiveDate) throw conflict("请先在“开始使用”填写计划启用日");
  return dayjs(goLiveDate).subtract(1, "day").format("YYYY-MM-DD");
}

/** Whoever books or undoes does so alone, and before the first day of work. */
const alone = async (c: RuleContext): Promise<void> => void (await holdPhase(c));

const book = transition(opening, "book", {
  lockFirst: alone,
  lock: async (c, row) => ({ phase: await phaseOf(c), ...(await sceneOf(c, row)) }),
  guard({ row, phase, problem }) {
    if (row.kind === "correction") return "更正单提交审批，通过后生效";
    if (phase.phase === "live") return LIVE;
    return asOfDay(phase) === row.asOfDate ? problem : `期初日应为${asOfDay(phase)}，请打开并保存后再入账`;
  },
  async effect(c, { row }) {
    await bookLines(c, row);
    await patch(c, opening, row.id, { bookedBy: c.caller.userId, bookedTime: NOW });
    await c.sql.query("delete from setup_skip where tenant_id = $1 and key = 'openings'", [c.tenantId]);
    await voidSigns(c);
  },
});

const undo = transition(opening, "undo", {
  lockFirst: alone,
  lock: async (c, row) => ({ phase: await phaseOf(c), stands: await standsOn(c, row) }),
  guard: ({ phase, stands }) => (phase.phase === "live" ? LIVE : stands),
  async effect(c, { row }) {
    await patch(c, opening, row.id, { undoneRows: await undoLines(c, row) });
    await voidSigns(c);
  },
});

/** 期初单 (company.md 2). */
export const openingRules = rules(opening, {
  async prefill(c, from) {
    const [id] = from.correctsId ?? [];
    return id ? prefillCorrection(c, id) : {};
  },
  async beforeSave(c, next, before) {
    if ((before?.kind ?? next.kind) === "correction") return saveCorrection(c, next, before);
    const asOfDate = asOfDay(await phaseOf(c));
    const whole = { ...before, ...next };
    Object.assign(next, { asOfDate, ...(await checkLines(c, whole, asOfDate)) });
  },
  afterSave: (c, id, _next, before) => (before ? Promise.resolve() : linkCorrection(c, id)),
  transitions: [book, undo, ...correctionTransitions],
});
