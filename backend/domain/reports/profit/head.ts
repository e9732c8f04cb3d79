import { dataUpTo } from "#backend/domain/intake/status/matrix";
import { listing } from "#backend/engine/documents/reading/list";
import type { RuleContext, Rules } from "#backend/engine/documents/rules";
import type { DocumentType, ListQuery } from "#documents/kit";
import { comparedDays, reachesBack } from "./compare";
import { LATE_ALONE } from "./facts";
import { type ProfitRows, profitDays } from "./rows";

/** Rows of a chart: thirteen months, or as many stores. */
const MOST_DRAWN = 13;

/**
 * What is said above a level (figures.md C.3), for what its list is asked for: up to which day orders were read;
 * `settledPercent`, which part of commission, fulfilment and storage is no estimate, null where there are no fees;
 * `estimated`, what of them is, whether it is counted or left out; `unknown`, whether something has fees or costs that
 * nobody says; `late`, by how much what is about earlier months moves the net profit, null where it is left out. Amounts
 * in CNY. `compared`: the days that are compared with, and whether the facts reach back to them; by month each has its
 * own. `curve`: rows that are drawn.
 */
export const profitHead =
  (document: DocumentType, list: Rules, { byMonth, drawn }: ProfitRows) =>
  async (c: RuleContext, query: ListQuery): Promise<Record<string, unknown>> => {
    const sums = <R extends object>(asked: Partial<ListQuery>, figures: string) => {
      const { from, where } = listing(
        document,
        { ...query, spread: undefined, versus: undefined, ...asked },
        c.caller,
        list,
      );
      return c.sql.one<R>(`select ${figures} from ${from} where ${where}`, where.values);
    };
    const fees = "sum(t.platform_fee + t.fulfill_fee + t.storage_fee)";
    const estimated = "sum(t.estimated_fee)";
    const then = byMonth ? undefined : comparedDays(query, profitDays(query));
    const curve = listing(document, { ...query, spread: undefined }, c.caller, list);
    const [read, whole, late, reach, rows] = await Promise.all([
      dataUpTo(c),
      sums<{ percent: string | null; estimated: string | null; unknown: boolean | null }>(
        { phase: undefined },
        `case when ${fees} > 0 then greatest(0, least(100, trunc((${fees} - ${estimated}) * 100 / ${fees}, 1)))::text
          end as percent, round(${estimated}, 2)::text as estimated, bool_or(t.missing is not null) as unknown`,
      ),
      query.late
        ? null
        : sums<{ late: string }>({ late: LATE_ALONE }, "round(coalesce(sum(t.net_profit), 0), 2)::text as late"),
      then && c.sql.one<{ reaches: boolean }>(`select ${reachesBack("$1", "$2")} as reaches`, [then.first, c.tenantId]),
      drawn &&
        c.sql.query(
          `select ${curve.select} from ${curve.from} where ${curve.where} order by ${drawn} limit ${MOST_DRAWN}`,
          curve.where.values,
        ),
    ]);
    return {
      ...read,
      settledPercent: whole?.percent ?? null,
      estimated: whole?.estimated ?? null,
      unknown: whole?.unknown ?? false,
      late: late?.late ?? null,
      compared: then ? { first: then.first, last: then.last, reaches: reach?.reaches ?? false } : null,
      curve: rows ? { document: document.name, rows: byMonth ? rows.reverse() : rows } : null,
    };
  };
