import type { Later } from "#backend/engine/connect/words";
import { type Database, inSeconds, keep, Made, NOW, patchRow, type Sql } from "#backend/platform/db";

/** Seconds between looks at a report that is being made, and minutes after which it is asked for again when it failed. */
export const LOOK_SECONDS = 300;
const AGAIN_MINUTES = [30, 120, 480] as const;
/** Times that a document is broken before its report is asked for anew. */
const MOST_BROKEN = 4;
/** Hours after which nobody waits for a report any more. */
export const LOST_HOURS = 12;

type AskedTable = "ad_report" | "report_task";
interface AskedReport {
  id: string;
  state: string;
  attempts: number;
}

/** As a state: this one, unless somebody has called it off meanwhile. */
export const unlessCancelled = (state: string): Made =>
  new Made((column, bind) => `case when ${column} = 'cancelled' then ${column} else ${bind(state)} end`);

/** Whether nobody has called it off; within a transaction nobody does until its end. */
export const stillAsked = async (sql: Sql, table: AskedTable, id: string): Promise<boolean> =>
  !!(await sql.one(`select 1 from ${table} where id = $1 and state <> 'cancelled' ${keep(sql, table, "change")}`, [
    id,
  ]));

/** It is asked for anew later (figures.md A.1); after the last time it is given up. */
export function askAgain(db: Database, table: AskedTable, { id, attempts }: AskedReport, error: string): Promise<void> {
  const minutes = AGAIN_MINUTES[attempts];
  return patchRow(db, table, id, {
    attempts: attempts + 1,
    error: error.slice(0, 300),
    platform_no: null,
    ...(minutes
      ? { state: unlessCancelled("due"), next_run: inSeconds(minutes * 60) }
      : { state: unlessCancelled("failed"), end_time: NOW }),
  });
}

/** It is tried again as it is; a document that stays broken is asked for anew. */
export function askLater(
  db: Database,
  table: AskedTable,
  { id, state, attempts }: AskedReport,
  { message, afterSeconds }: Later,
): Promise<void> {
  const broken = state !== "due" && !afterSeconds ? attempts + 1 : attempts;
  return patchRow(db, table, id, {
    error: message.slice(0, 300),
    next_run: inSeconds(Math.ceil(afterSeconds ?? LOOK_SECONDS * 2 ** broken)),
    ...(broken > MOST_BROKEN
      ? { attempts: 0, state: unlessCancelled("due"), platform_no: null }
      : { attempts: broken }),
  });
}
