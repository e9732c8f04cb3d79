import { afterAll, beforeAll, expect, test } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import type { SearchGuide } from "./guides";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend({}, {}, "demo");
});
afterAll(() => backend.close());

const PAGE = "/purchaseOrder/index";
async function guides(who: string): Promise<SearchGuide[]> {
  const headers = { authorization: `Bearer ${await login(backend.url, who)}` };
  return (await (await fetch(`${backend.url}/search/guides`, { headers })).json()).data;
}
const at = async (page: string, who = "buyer") => (await guides(who)).find((guide) => guide.page === page);

test("a page has the articles that its reader may read, the newest one by name", async () => {
  const { db } = backend;
  expect(await at(PAGE)).toMatchObject({ articles: 1, title: "从请购到采购单" });
  const insert = (title: string, scope: string, tenant = 1) =>
    db.query(
      `insert into knowledge (tenant_id, create_by, no, title, category_id, article_type, content,
         plain, visible_scope, visible_role_ids, pages, status, publish_time)
       select $3, 1, $1, $1, category_id, 'article', '<p>1</p>', '1', $2, '{}', $4, 'published', now()
       from knowledge limit 1`,
      [title, scope, tenant, [PAGE]],
    );
  await insert("给所有人", "all");
  await insert("给别人", "role");
  await insert("别家公司", "all", 2);
  expect(await at(PAGE)).toMatchObject({ articles: 2, title: "给所有人" });
  await db.query("update knowledge set status = 'offline' where title = '给所有人'");
  expect(await at(PAGE)).toMatchObject({ articles: 1, title: "从请购到采购单" });
});
