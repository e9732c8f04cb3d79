import type { RuleValues } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import type { DocumentType } from "#documents/kit";
import { knowledge } from "#documents/knowledge/article";
import { act, asSystem, draft, personAt } from "../acting";
import { workAgo } from "../clock";
import { readNotices } from "../notices/notices";
import { ARTICLES, CATEGORIES, TEMPLATES } from "./texts";

/** Its rows differ in what they have. */
const document: DocumentType = knowledge;
const html = (lines: readonly string[]) => lines.map((line) => `<p>${line.replaceAll("\n", "<br>")}</p>`).join("");

async function insertCategories(sql: Sql): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [i, [name, parent]] of CATEGORIES.entries()) {
    const made = await sql.one<{ id: string }>(
      `insert into knowledge_category (tenant_id, create_by, name, parent_id, sort_order)
       values (1, 1, $1, $2, $3) returning id`,
      [name, (parent && ids.get(parent)) || "0", i + 1],
    );
    ids.set(name, made?.id ?? "");
  }
  return ids;
}

/** Days over which they were written. */
const WRITTEN_DAYS = 90;

/** Articles about the work with this product and answers to buyers, most of them published. */
export async function insertArticles(sql: Sql, today: string): Promise<number> {
  const categories = await insertCategories(sql);
  const writer = await personAt(asSystem(sql), "cs_staff");
  const editor = await personAt(asSystem(sql), "admin");
  const all: RuleValues[] = [
    ...ARTICLES.map(({ category, lines, type, pages, top, mustRead, title }) => ({
      title,
      categoryId: categories.get(category),
      articleType: type ?? "article",
      pages: pages ?? [],
      topFlag: !!top,
      mustRead: !!mustRead,
      content: html(lines),
      keywords: [category],
    })),
    ...TEMPLATES.map(([title, language, text]) => ({
      title,
      categoryId: categories.get("话术"),
      articleType: "template",
      language,
      content: html([text]),
    })),
  ];
  for (const [i, values] of all.entries()) {
    await workAgo(sql, 1 + WRITTEN_DAYS * (1 - i / all.length));
    const { id } = await draft(writer, document, { visibleScope: "all", ...values });
    // The last ones wait: one to be written on, one to be looked at.
    if (i === all.length - 1) break;
    await act(writer, knowledge.name, id, "submit");
    if (i < all.length - 2) await act(editor, knowledge.name, id, "publish");
  }
  const told = await sql.query<{ id: string }>(
    "select id from sys_notification where biz_path like '/knowledge/%' and push_time < $1::date",
    [today],
  );
  await readNotices(
    sql,
    today,
    told.map(({ id }) => id),
  );
  return all.length;
}
