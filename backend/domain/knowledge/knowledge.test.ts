import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { page } from "#backend/engine/documents/reading/list";
import { readDocument } from "#backend/engine/documents/reading/read-document";
import type { RuleValues } from "#backend/engine/documents/rules";
import { createDraft } from "#backend/engine/documents/writing/draft";
import type { Database } from "#backend/platform/db/sql";
import type { Caller } from "#backend/platform/http/endpoint";
import { type DocumentType, querySchema } from "#documents/kit";
import { knowledge } from "#documents/knowledge/article";
import { actAs } from "../../../tests/acting";
import { testDatabase } from "../../../tests/harness";
import { articleRules } from "./article";
import { expireArticles } from "./expire";

/** Any declaration: tests name actions and values as calls do. */
const article: DocumentType = knowledge;
const told = z.object({ readers: z.array(z.object({ name: z.string(), readAt: z.string().nullable() })) });
let db: Database;
let category: string;
let dept: string;
const ALL = new Set(["kb_article_view", "kb_article_edit", "kb_article_approve", "kb_article_all"]);
const EDITOR: Partial<Caller> = { userId: "9002", permissions: ALL };
const READER: Partial<Caller> = { userId: "9003", permissions: new Set(["kb_article_view"]) };

beforeAll(async () => {
  db = await testDatabase();
  const made = await db.one<{ id: string }>(
    "insert into knowledge_category (tenant_id, name, parent_id) values (1, '制度', 0) returning id",
  );
  category = made?.id ?? "";
  const found = await db.one<{ id: string }>("select id from sys_dept order by id desc limit 1");
  dept = found?.id ?? "";
  for (const id of [9002, 9003])
    await db.query(
      `insert into sys_user (id, tenant_id, username, displayname, password, dept_id)
       values ($1, 1, $2, $3, 'x', null) on conflict (id) do nothing`,
      [id, `kb${id}`, `同事${id}`],
    );
});
afterAll(() => db.close());

const act = (id: string, action: string, input: RuleValues = {}, who: Partial<Caller> = {}) =>
  db.tx((sql) => perform(actAs(sql, who), article, id, action, input, { trusted: true }));
const draft = (values: object) =>
  db.tx((sql) =>
    createDraft(actAs(sql, { userId: "1", permissions: ALL }), article, {
      title: "收货规范",
      categoryId: category,
      content: "<p>先看箱数</p>",
      ...values,
    }),
  );
const published = async (values: object = {}) => {
  const { id } = await draft(values);
  await act(id, "submit", {}, { userId: "1" });
  await act(id, "publish", {}, EDITOR);
  return id;
};
const found = async (keyword: string, who: Partial<Caller> = READER) => {
  const list = await db.tx((sql) =>
    page(actAs(sql, who), knowledge, querySchema(knowledge).parse({ current: 1, size: 50, keyword }), articleRules),
  );
  return list.records.map((r) => r.id);
};
const reads = (id: string, who: Partial<Caller> = READER) =>
  db.tx((sql) => readDocument(actAs(sql, who), knowledge, articleRules, id));

test("what is typed is made safe, and a part of the text finds it", async () => {
  const id = await published({ content: "<p>先核对<b>外箱数量</b></p><script>alert(1)</script>" });
  const row = await db.one<{ content: string; summary: string }>(
    "select content, summary from knowledge where id = $1",
    [id],
  );
  expect(row?.content).not.toContain("script");
  expect(row?.summary).toContain("先核对外箱数量");
  expect(await found("外箱数")).toEqual([id]);
});

test("nobody publishes what he submitted himself", async () => {
  const { id } = await draft({});
  await act(id, "submit", {}, { userId: "9002" });
  await expect(act(id, "publish", {}, EDITOR)).rejects.toThrow("不能发布本人提交的文章");
});

test("whom it is not meant for finds it nowhere", async () => {
  const id = await published({
    title: "财务内部",
    visibleScope: "dept",
    visibleDeptIds: [dept],
    content: "<p>仅财务可见的口径</p>",
  });
  expect(await found("仅财务可见")).toEqual([]);
  await expect(reads(id)).rejects.toThrow("单据不存在");
  expect(await found("仅财务可见", { ...READER, deptId: dept })).toEqual([id]);
  expect(await found("仅财务可见", { ...READER, scope: { kind: "all" } })).toEqual([]);
});

test("a draft is its writer's alone until it is published", async () => {
  const { id } = await draft({ title: "未发布", content: "<p>还没想好的内容</p>" });
  expect(await found("还没想好")).toEqual([]);
  expect(await found("还没想好", EDITOR)).toEqual([id]);
});

test("a revision leaves the old one readable, takes its place, and both stand in the history", async () => {
  const id = await published({ content: "<p>旧的做法</p>" });
  await act(id, "revise");
  await expect(act(id, "revise")).rejects.toThrow("已有修订中的版本");
  const made = await db.one<{ id: string }>("select id from knowledge where revision_of_id = $1", [id]);
  const revision = made?.id ?? "";
  await db.query("update knowledge set content = '<p>新的做法</p>', plain = '新的做法' where id = $1", [revision]);
  await expect(act(revision, "submit")).rejects.toMatchObject({ fields: { changeNote: "第2版起请填写修改说明" } });
  expect(await found("旧的做法")).toEqual([id]);
  await db.query("update knowledge set change_note = '换了做法' where id = $1", [revision]);
  await act(revision, "submit", {}, { userId: "1" });
  await act(revision, "publish", {}, EDITOR);
  const row = await db.one(
    `select k.article_version as n, k.content, h.content as kept, h.change_note as why, r.status
     from knowledge k join knowledge_version h on h.knowledge_id = k.id
         and h.article_version = k.article_version join knowledge r on r.revision_of_id = k.id
     where k.id = $1`,
    [id],
  );
  expect(row).toEqual({ n: 2, content: "<p>新的做法</p>", kept: "<p>新的做法</p>", why: "换了做法", status: "merged" });
});

test("one like and one view a day of each person; who has not read it is named", async () => {
  const id = await published({ mustRead: true });
  await reads(id);
  await reads(id);
  await act(id, "like", {}, READER);
  await act(id, "confirmRead", {}, READER);
  const row = await reads(id, EDITOR);
  expect(row).toMatchObject({ viewCount: 1, likeCount: 1 });
  const { readers } = told.parse(row);
  expect(readers.find((r) => r.name === "同事9003")?.readAt).toBeTruthy();
  expect(readers.find((r) => r.name === "同事9002")?.readAt).toBeNull();
});

test("what is out of date goes down by itself", async () => {
  const id = await published({});
  await db.query("update knowledge set expire_date = current_date - 2 where id = $1", [id]);
  await expireArticles(db);
  expect(await db.one("select status from knowledge where id = $1", [id])).toEqual({ status: "offline" });
});
