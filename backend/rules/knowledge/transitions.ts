import { knowledge } from "#documents/knowledge/article";
import { lockIds } from "../../db/locks";
import { logMove } from "../../documents/lifecycle/move";
import type { RuleContext } from "../../documents/rules";
import { createDraft } from "../../documents/writing/draft";
import { transition } from "../../documents/written";
import { conflict, invalidAt } from "../../http/refusal";
import { notify } from "../../notices/notify";
import { MEANT } from "./readers";

const { table } = knowledge;
/** What a revision takes over, and gives back when it is published. */
const TAKEN = [
  ...["title", "category_id", "article_type", "language", "site_ids", "visible_scope"],
  ...["visible_dept_ids", "visible_role_ids", "top_flag", "must_read", "expire_date", "pages"],
  ...["keywords", "content", "summary", "plain", "attachments", "remark", "change_note"],
];
/** A new revision says itself why. */
const BEGUN = TAKEN.filter((name) => name !== "change_note");

const submit = transition(knowledge, "submit", {
  lock: async ({ sql }, row) => ({
    first: !(await sql.one(
      "select 1 from knowledge_version where knowledge_id = coalesce($1, $2::bigint) limit 1",
      [row.revisionOfId, row.id],
    )),
  }),
  check: ({ row, first }) =>
    !first && !row.changeNote && invalidAt("changeNote", "第2版起请填写修改说明"),
  async effect(c, { row }) {
    await c.sql.query(`update ${table} set submitter_id = $2, return_reason = null where id = $1`, [
      row.id,
      c.caller.userId,
    ]);
  },
});

/** The next version of an article that is locked, with its place in the history. */
async function newVersion(c: RuleContext, id: string): Promise<void> {
  await c.sql.query(
    `update ${table} set article_version = article_version + 1, publish_time = now(),
       publisher_id = $2 where id = $1`,
    [id, c.caller.userId],
  );
  await c.sql.query(
    `insert into knowledge_version (tenant_id, create_by, knowledge_id, line_no, article_version,
       title, content, editor_id, edit_time, change_note)
     select tenant_id, $2, id, article_version, article_version, title, content,
       coalesce(submitter_id, create_by), now(), change_note from ${table} where id = $1`,
    [id, c.caller.userId],
  );
}

/** Whoever may read a pinned article hears of it. */
async function tellReaders(c: RuleContext, id: string): Promise<void> {
  const users = await c.sql.query<{ id: string; title: string; summary: string | null }>(
    `select u.id, k.title, k.summary from ${table} k join sys_user u on u.tenant_id = k.tenant_id
       and u.del_flag = 0 and u.lock_flag = '0' and ${MEANT}
     where k.id = $1 and k.top_flag`,
    [id],
  );
  const [first] = users;
  if (first)
    await notify(c.sql, {
      ...{ tenantId: c.tenantId, userIds: users.map((u) => u.id), title: `知识：${first.title}` },
      pushDescribe: first.summary || first.title,
      bizPath: `/knowledge/base/openTag/detail/${id}`,
    });
}

const publish = transition(knowledge, "publish", {
  guard: ({ row }, { caller }) => row.submitterId === caller.userId && "不能发布本人提交的文章",
  to: ({ row }) => (row.revisionOfId ? "merged" : "published"),
  async effect(c, { row }) {
    const { revisionOfId } = row;
    if (revisionOfId) {
      await lockIds(c.sql, "knowledge", [revisionOfId]);
      const into = await c.sql.one<{ status: string }>(
        `update ${table} o set ${TAKEN.map((n) => `${n} = r.${n}`).join(", ")},
           submitter_id = r.submitter_id, version = o.version + 1
         from ${table} r where r.id = $2 and o.id = $1 and o.status = 'published'
         returning o.status`,
        [revisionOfId, row.id],
      );
      if (!into) throw conflict("原文已下架，不能发布修订");
      await logMove(c, knowledge, revisionOfId, { action: `发布修订${row.no}` });
    }
    const id = revisionOfId ?? row.id;
    await newVersion(c, id);
    await tellReaders(c, id);
  },
});

const sendBack = transition(knowledge, "sendBack", {
  async effect({ sql }, { row }, { reason }) {
    await sql.query(`update ${table} set return_reason = $2 where id = $1`, [row.id, reason]);
  },
});

const revise = transition(knowledge, "revise", {
  lock: async ({ sql }, row) => ({
    open: await sql.one(
      `select 1 from ${table} where revision_of_id = $1 and status in ('draft', 'auditing')
         and del_flag = 0 limit 1`,
      [row.id],
    ),
  }),
  guard: ({ open }) => !!open && "已有修订中的版本",
  async effect(c, { row }) {
    const made = await createDraft(c, knowledge, {
      ...{ title: row.title, categoryId: row.categoryId, articleType: row.articleType },
      ...{ visibleScope: row.visibleScope, visibleDeptIds: row.visibleDeptIds },
      ...{ visibleRoleIds: row.visibleRoleIds, content: row.content, revisionOfId: row.id },
    });
    await c.sql.query(
      `update ${table} r set ${BEGUN.map((n) => `${n} = o.${n}`).join(", ")} from ${table} o where r.id = $1 and o.id = $2`,
      [made.id, row.id],
    );
    await logMove(c, knowledge, row.id, { action: `修订${made.no}` });
  },
});

const mark = (c: RuleContext, id: string, what: string) =>
  c.sql
    .query(
      `insert into knowledge_reader (tenant_id, knowledge_id, user_id) values ($1, $2, $3)
     on conflict (knowledge_id, user_id) do update set user_id = excluded.user_id`,
      [c.tenantId, id, c.caller.userId],
    )
    .then(() =>
      c.sql.query(`update knowledge_reader set ${what} where knowledge_id = $1 and user_id = $2`, [
        id,
        c.caller.userId,
      ]),
    );

const like = transition(knowledge, "like", {
  async effect(c, { row }) {
    await mark(c, row.id, "liked = not liked");
  },
});

const confirmRead = transition(knowledge, "confirmRead", {
  guard: ({ row }) => !row.mustRead && "本文不需要确认",
  async effect(c, { row }) {
    await mark(c, row.id, `read_at = now(), read_version = ${Number(row.articleVersion)}`);
  },
});

const move = transition(knowledge, "move", {
  async effect({ sql }, { row }, { categoryId }) {
    await sql.query(`update ${table} set category_id = $2 where id = $1`, [row.id, categoryId]);
  },
});

export const articleTransitions = [...[submit, publish, sendBack, revise, like, confirmRead, move]];
