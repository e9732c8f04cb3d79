import type { InputOf } from "#documents/kit";
import { cooperation } from "#documents/kol/cooperation";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { today } from "../../../values/calendar";
import { lockCooperations } from "./scene";

type Content = InputOf<typeof cooperation, "registerContent">;

/** Adds a content, or what is new of one. */
const keepContent = ({ sql, tenantId, caller }: RuleContext, id: string, said: Content) =>
  sql.query(
    `with known as (
       update cooperation_content set publish_date = coalesce($5, publish_date),
         views = coalesce($6, views), likes = coalesce($7, likes), comments = coalesce($8, comments),
         screenshot = coalesce($9, screenshot), update_by = $3, update_time = now()
       where cooperation_id = $1 and url = $4 and del_flag = 0 returning id)
     insert into cooperation_content (tenant_id, create_by, cooperation_id, line_no, url, publish_date,
       views, likes, comments, screenshot)
     select $2, $3, $1, coalesce((select max(line_no) from cooperation_content
         where cooperation_id = $1), 0) + 1, $4, coalesce($5, $10::date), $6,
       $7, $8, $9
     where not exists (select 1 from known)`,
    [
      ...[id, tenantId, caller.userId, said.url, said.publishDate ?? null, said.views ?? null],
      ...[said.likes ?? null, said.comments ?? null, said.screenshot ?? null, today()],
    ],
  );

/** The first content fixes the day from which orders count. */
export const registerContent = transition(cooperation, "registerContent", {
  async lock(c, row) {
    await lockCooperations(c, [row.id]);
    return {};
  },
  check: (_, { publishDate }) => (publishDate ?? "") > today() && "发布日期不能晚于今天",
  async effect(c, { row }, said) {
    await keepContent(c, row.id, said);
    await c.sql.query(
      "update cooperation set publish_date = coalesce(publish_date, $2::date) where id = $1",
      [row.id, said.publishDate ?? today()],
    );
  },
});
