import dayjs from "dayjs";
import { NOW, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { holdPhase, type Phase, phaseOf } from "#backend/platform/tenancy/phase";
import { opening } from "#documents/finance/opening";
import { correctionTransitions } from "./correct";
import { linkCorrection, prefillCorrection, saveCorrection } from "./correction";
import { checkLines, LIVE, type OpeningRow } from "./lines";
import { bookLines, sceneOf } from "./post";
import { broughtPromos } from "./promos";
import { voidSigns } from "./signs";
import { standsOn, undoLines } from "./undo";
import type { OpeningWork } from "./work";

/** The day at whose end openings stand: the one before the first day of work. @throws Refusal 409 */
function asOfDay({ phase, goLiveDate }: Phase): string {
  if (phase === "live") throw conflict(LIVE);
  if (!goLiveDate) throw conflict("请先在“开始使用”填写计划启用日");
  return dayjs(goLiveDate).subtract(1, "day").format("YYYY-MM-DD");
}

/** Whoever books or undoes does so alone, and before the first day of work. */
const alone = async (c: RuleContext): Promise<void> => void (await holdPhase(c));

/** What kinds do that make rows of another subject, in the order in which those are locked. */
type OpeningWorks = { platformOrder: OpeningWork; promo: OpeningWork };

const workOf = (works: OpeningWorks, { kind }: OpeningRow): OpeningWork | undefined =>
  kind === "platformOrder" || kind === "promo" ? works[kind] : undefined;

const bookBy = (works: OpeningWorks) =>
  transition(opening, "book", {
    async lockFirst(c) {
      await alone(c);
      for (const work of [works.platformOrder, works.promo]) work.keepNew(c);
    },
    async lock(c, row) {
      const phase = await phaseOf(c);
      const work = workOf(works, row);
      return { phase, ...(work ? { problem: await work.problem(c, row) } : await sceneOf(c, row)) };
    },
    guard({ row, phase, problem }) {
      if (row.kind === "correction") return "更正单提交审批，通过后生效";
      if (phase.phase === "live") return LIVE;
      return asOfDay(phase) === row.asOfDate ? problem : `期初日应为${asOfDay(phase)}，请打开并保存后再入账`;
    },
    async effect(c, { row }) {
      await (workOf(works, row)?.book ?? bookLines)(c, row);
      await patch(c, opening, row.id, { bookedBy: c.caller.userId, bookedTime: NOW });
      await c.sql.query("delete from setup_skip where tenant_id = $1 and key = 'openings'", [c.tenantId]);
      await voidSigns(c);
    },
  });

const undoBy = (works: OpeningWorks) =>
  transition(opening, "undo", {
    async lockFirst(c, id) {
      await alone(c);
      for (const work of [works.platformOrder, works.promo]) await work.lockMade(c, id);
    },
    lock: async (c, row) => ({ phase: await phaseOf(c), stands: await standsOn(c, row, workOf(works, row)?.standsOn) }),
    guard: ({ phase, stands }) => (phase.phase === "live" ? LIVE : stands),
    async effect(c, { row }) {
      await patch(c, opening, row.id, { undoneRows: await undoLines(c, row) });
      await workOf(works, row)?.undo(c, row);
      await voidSigns(c);
    },
  });

/** 期初单 (company.md 2). @param platformOrder what orders of platforms become */
export const openingRules = (platformOrder: OpeningWork) =>
  rules(opening, {
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
    transitions: [
      bookBy({ platformOrder, promo: broughtPromos }),
      undoBy({ platformOrder, promo: broughtPromos }),
      ...correctionTransitions,
    ],
  });
