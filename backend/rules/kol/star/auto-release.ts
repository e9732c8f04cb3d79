import { star } from "#documents/kol/star";
import { keep } from "../../../db/locks";
import type { Database } from "../../../db/sql";
import { moveTo } from "../../../documents/lifecycle/move";
import { systemOf } from "../../../http/caller";
import { notify } from "../../../notices/notify";
import { starPath } from "./transitions";

/** Gives stars back whose protection is over and with whom nothing goes on; tells who had them. */
export const releaseStars = (db: Database): Promise<void> =>
  db.tx(async (sql) => {
    const rows = await sql.query<Record<"id" | "tenantId" | "name" | "ownerId", string>>(
      `select s.id, s.tenant_id as "tenantId", s.star_name as name, s.owner_id as "ownerId" from star s
       where s.status = 'owned' and s.del_flag = 0
         and s.protected_until < (now() at time zone 'Asia/Shanghai')::date
         and not exists (select 1 from cooperation c where c.star_id = s.id and c.del_flag = 0
           and c.status in ('draft', 'auditing', 'rejected', 'approved', 'published'))
       order by s.id ${keep(sql, "star", "change", "s")}`,
    );
    for (const { id, tenantId, name, ownerId } of rows) {
      await sql.query(
        "update star set owner_id = null, protected_until = null, common = true where id = $1",
        [id],
      );
      await moveTo({ sql, ...systemOf(tenantId) }, star, id, "pool", "自动释放");
      await notify(sql, {
        ...{ tenantId, userIds: [ownerId], title: `红人${name}已释放到公海` },
        pushDescribe: `红人${name}的保护期已过且没有进行中的合作，已自动释放`,
        bizPath: starPath(id),
      });
    }
  });
