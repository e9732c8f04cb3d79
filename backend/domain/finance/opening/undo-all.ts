import path from "node:path";
import dayjs from "dayjs";
import { z } from "zod";
import { backUp } from "#backend/engine/backup/backup";
import { perform } from "#backend/engine/documents";
import { context } from "#backend/engine/documents/call";
import { nextOrder } from "#backend/platform/db";
import { type Call, conflict, endpoint } from "#backend/platform/http";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { holdPhase, phaseOf } from "#backend/platform/tenancy/phase";
import { opening } from "#documents/finance/opening";
import { undoneAll } from "#documents/finance/opening-check";
import type { SignAsking } from "./signs";

/** What is typed to undo all of them. */
const WORD = "撤销全部期初";

/** Booked openings, the last one first: each may stand on what was booked before it. */
const bookedLast = ({ sql, tenantId }: SignAsking) =>
  sql.query<{ id: string }>(
    `select id from opening where tenant_id = $1 and status = 'booked' and del_flag = 0
     order by booked_time desc, id desc`,
    [tenantId],
  );

/** @throws Refusal 409 once the company works, or where there is nothing to undo */
async function requireBooked(c: SignAsking) {
  if ((await phaseOf(c)).phase === "live") throw conflict("系统已上线，期初只能用更正单");
  const booked = await bookedLast(c);
  if (!booked.length) throw conflict("没有已入账的期初单");
  return booked;
}

/** All of the database in a file, before anything of it goes. @throws Refusal 409 where it cannot be written */
async function saved({ db, config }: Call): Promise<string> {
  const file = path.join(config.dataDir, "backups", `before-opening-undo-${dayjs().format("YYYYMMDD-HHmmss")}.tar.gz`);
  try {
    await backUp({ connectionString: db.direct, dataDir: config.dataDir, file, log: () => {} });
  } catch (error) {
    throw conflict(`备份没有完成，没有撤销：${error instanceof Error ? error.message : String(error)}`);
  }
  return path.basename(file);
}

/** 撤销全部期初 (company.md 2.1): all that was booked, the last one first, or nothing of it. */
export const undoAll = endpoint({
  method: "post",
  path: "/setup/openings/undo",
  tag: "期初核对",
  title: WORD,
  permission: "setup_opening_confirm",
  body: z.object({ reason: z.string().trim().min(5, "撤销原因至少5个字").max(500, "撤销原因不能超过500个字") }),
  response: undoneAll,
  async handle(call) {
    const { db, caller, tenantId, body } = call;
    await requireBooked({ sql: db, tenantId });
    const file = await saved(call);
    return db.tx(async (sql) => {
      const c = context(call, sql);
      await holdPhase(c);
      const booked = await requireBooked(c);
      for (const { id } of booked) {
        nextOrder(sql);
        await perform(c, opening, id, "undo", { reason: body.reason }, { trusted: true });
      }
      const diff = { reason: [null, body.reason], count: [null, booked.length], backup: [null, file] };
      await writeOperLog(sql, {
        tenantId,
        bizType: "opening_check",
        bizId: tenantId,
        action: WORD,
        diff,
        operator: caller,
      });
      return { count: booked.length, file };
    });
  },
});
