import { createDraft, logMove, NOW, patch, plus, type RuleContext, rules, transition } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { lockIds } from "#backend/platform/db";
import { tieFiles } from "#backend/platform/files/owners";
import { conflict, invalidAt } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import type { DraftOf } from "#documents/kit";
import { knowledge } from "#documents/knowledge/article";
import { MEANT, noteView, readersOf } from "./readers";
import { picturesIn, plainOf, sanitizeContent } from "./text";

const { table } = knowledge;
/** What a revision takes over, and gives back when it is published. */
const TAKEN = [
  "title",
  "category_id",
  "article_type",
  "language",
  "site_ids",
  "visible_scope",
  "visible_dept_ids",
  "visible_role_ids",
  "top_flag",
  "must_read",
  "expire_date",
  "pages",
  "keywords",
  "content",
  "summary",
  "plain",
  "attachments",
  "remark",
  "change_note",
];
/** A new revision says itself why. */
const BEGUN = TAKEN.filter((name) => name !== "change_note");

const submit = transition(knowledge, "submit", {
  lock: async ({ sql }, row) => ({
    first: !(await sql.one("select 1 from knowledge_version where knowledge_id = coalesce($1, $2::bigint) limit 1", [
      row.revisionOfId,
      row.id,
    ])),
  }),
  check: ({ row, first }) => !first && !row.changeNote && invalidAt("changeNote", "第2版起请填写修改说明"),
  async effect(c, { row }) {
    await patch(c, knowledge, row.id, { submitterId: c.caller.userId, returnReason: null });
  },
});

/** The next version of an article that is locked, with its place in the history. */
async function newVersion(c: RuleContext, id: string): Promise<void> {
  await patch(c, knowledge, id, { articleVersion: plus(1), publishTime: NOW, publisherId: c.caller.userId });
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
      tenantId: c.tenantId,
      userIds: users.map((u) => u.id),
      title: `知识：${first.title}`,
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
    await patch({ sql }, knowledge, row.id, { returnReason: reason });
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
      title: row.title,
      categoryId: row.categoryId,
      articleType: row.articleType,
      visibleScope: row.visibleScope,
      visibleDeptIds: row.visibleDeptIds,
      visibleRoleIds: row.visibleRoleIds,
      content: row.content,
      revisionOfId: row.id,
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
    await patch({ sql }, knowledge, row.id, { categoryId });
  },
});

const articleTransitions = [submit, publish, sendBack, revise, like, confirmRead, move];

type ArticleDraft = DraftOf<typeof knowledge>;

const SUMMARY = 100;
const MOST_KEYWORDS = 10;
const PAGE = /^\/[\w/{}-]{1,150}$/;

function check(whole: ArticleDraft) {
  if (whole.visibleScope === "dept" && !whole.visibleDeptIds?.length)
    throw invalidAt("visibleDeptIds", "请选择可见部门");
  if (whole.visibleScope === "role" && !whole.visibleRoleIds?.length)
    throw invalidAt("visibleRoleIds", "请选择可见角色");
  if ((whole.keywords?.length ?? 0) > MOST_KEYWORDS) throw invalidAt("keywords", `关键词最多${MOST_KEYWORDS}个`);
  if (whole.pages?.some((page) => !PAGE.test(page)))
    throw invalidAt("pages", "页面地址以/开头，如 /purchaseOrder/index");
  if (whole.expireDate && whole.expireDate < today()) throw invalidAt("expireDate", "有效期不能早于今天");
}

/** Who may read the article may see the pictures in its text. */
async function tiePictures(c: RuleContext, id: string, content: string) {
  const files = await c.sql.query<{ id: string }>(
    `select id from sys_file where tenant_id = $1 and file_name = any($2) and create_by = $3
       and del_flag = 0`,
    [c.tenantId, picturesIn(content), c.caller.userId],
  );
  await tieFiles(
    c,
    { type: knowledge.name, id },
    files.map((f) => f.id),
  );
}

const ofReaders = (what: string) => `coalesce((select ${what} from knowledge_reader r where r.knowledge_id = t.id), 0)`;

/** 知识 (market.md 5). */
export const articleRules = rules(knowledge, {
  expressions: {
    viewCount: ofReaders("sum(r.views)::int"),
    likeCount: ofReaders("count(*) filter (where r.liked)::int"),
  },
  filters: {
    pages: (value) => ({ sql: "? = any(t.pages)", values: [value] }),
    mine: (value, { userId }) => ({
      sql: `(t.create_by = ? or t.submitter_id = ? or t.publisher_id = ?) is ${value === "true" ? "true" : "not true"}`,
      values: [userId, userId, userId],
    }),
  },
  async enrichOne(c, row) {
    await noteView(c, row);
    Object.assign(row, await readersOf(c, row));
  },
  async beforeSave(_c: RuleContext, next, before) {
    const whole = { ...before, ...next };
    check(whole);
    if (!next.content) return;
    next.content = await sanitizeContent(next.content);
    const plain = plainOf(next.content);
    if (!plain && !next.content.includes("<img")) throw invalidAt("content", "请输入正文");
    Object.assign(next, {
      // What is searched: the words of the text, and what it is looked up by.
      plain: [plain, ...(whole.keywords ?? [])].join("\n"),
      ...(!whole.summary && { summary: plain.replace(/\s+/g, " ").slice(0, SUMMARY) }),
    });
  },
  async afterSave(c, id, next) {
    if (next.content) await tiePictures(c, id, next.content);
  },
  transitions: articleTransitions,
});
