import { platformPromotion } from "#documents/promotion/platform-promotion";
import { keep } from "../../../db/locks";
import type { Database, Sql } from "../../../db/sql";
import { moveTo } from "../../../documents/lifecycle/move";
import { systemOf } from "../../../http/caller";
import { fillActual } from "./actual";
import { instant } from "./clock";

interface Turned {
  id: string;
  tenantId: string;
  status: "approved" | "running";
  started: boolean;
  over: boolean;
}

const started = `${instant("p.start_time")} <= now()`;
const over = `${instant("p.end_time")} <= now()`;

/** A promotion that started or ended where its store sells, locked; nothing where somebody was faster. */
const lockDue = (sql: Sql, id: string) =>
  sql.one<Turned>(
    `select p.id, p.tenant_id as "tenantId", p.status, ${started} as started, ${over} as over
     from platform_promotion p join site i on i.id = p.site_id
     where p.id = $1 and p.del_flag = 0 and p.status in ('approved', 'running')
     ${keep(sql, "platform_promotion", "change", "p")}`,
    [id],
  );

/** Starts or ends one promotion, as the clock of its site wants; what has ended knows its figures. */
export async function turnOne(sql: Sql, id: string): Promise<void> {
  const row = await lockDue(sql, id);
  if (!row) return;
  const c = { sql, ...systemOf(row.tenantId) };
  if (row.status === "approved" && row.started)
    await moveTo(c, platformPromotion, id, "running", "自动开始");
  if (!row.over) return;
  await moveTo(c, platformPromotion, id, "ended", "自动结束");
  await fillActual(sql, id);
}

/** Starts and ends promotions by the clock of their sites. */
export async function turnPromotions(db: Database): Promise<void> {
  const due = await db.query<{ id: string }>(
    `select p.id from platform_promotion p join site i on i.id = p.site_id
     where p.del_flag = 0 and (p.status = 'approved' and ${started} or p.status = 'running' and ${over})
     order by p.id`,
  );
  for (const { id } of due) await db.tx((sql) => turnOne(sql, id));
}
