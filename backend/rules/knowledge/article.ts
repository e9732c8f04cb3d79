import type { DraftOf } from "#documents/kit";
import { knowledge } from "#documents/knowledge/article";
import type { RuleContext } from "../../documents/rules";
import { rules } from "../../documents/written";
import { tieFiles } from "../../files/tie";
import { invalidAt } from "../../http/refusal";
import { today } from "../../values/calendar";
import { noteView, readersOf } from "./readers";
import { picturesIn, plainOf, sanitizeContent } from "./text";
import { articleTransitions } from "./transitions";

type Draft = DraftOf<typeof knowledge>;

const SUMMARY = 100;
const MOST_KEYWORDS = 10;
const PAGE = /^\/[\w/{}-]{1,150}$/;

function check(whole: Draft) {
  if (whole.visibleScope === "dept" && !whole.visibleDeptIds?.length)
    throw invalidAt("visibleDeptIds", "请选择可见部门");
  if (whole.visibleScope === "role" && !whole.visibleRoleIds?.length)
    throw invalidAt("visibleRoleIds", "请选择可见角色");
  if ((whole.keywords?.length ?? 0) > MOST_KEYWORDS)
    throw invalidAt("keywords", `关键词最多${MOST_KEYWORDS}个`);
  if (whole.pages?.some((page) => !PAGE.test(page)))
    throw invalidAt("pages", "页面地址以/开头，如 /purchaseOrder/index");
  if (whole.expireDate && whole.expireDate < today())
    throw invalidAt("expireDate", "有效期不能早于今天");
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

const ofReaders = (what: string) =>
  `coalesce((select ${what} from knowledge_reader r where r.knowledge_id = t.id), 0)`;

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
