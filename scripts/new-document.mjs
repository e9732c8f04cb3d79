// npm run new:document -- wms/sample-loan 样品借用单: writes the four files that a new document begins with.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * The texts of the four files: declaration, rules, test of the rules, and the row of the help.
 * @param {string} module Folder below documents/, such as "wms".
 * @param {string} name Words joined by "-", such as "sample-loan".
 * @param {string} label What people call it.
 * @returns {{ files: Record<string, string>, variable: string, table: string, help: string }}
 */
export function drafted(module, name, label) {
  const variable = camel(name);
  const table = name.replaceAll("-", "_");
  const prefix = name
    .split("-")
    .map((word) => word[0].toUpperCase())
    .join("")
    .padEnd(2, "X");
  const address = `/${module}/${variable}`;
  const declaration = `import { defineDocument, field, ownStatus, pagesAt } from "../kit";

/** ${label}. */
export const ${variable} = defineDocument({
  name: "${table}",
  label: "${label}",
  module: "${module}",
  menu: { group: "${module === "wms" ? "warehouse" : module}", icon: "outbox", sort: 900 },
  number: "${prefix}",
  keyword: ["no"],
  status: ownStatus({ draft: { label: "草稿" }, done: { label: "已完成" } }),
  fields: {
    title: field.text("主题", { required: true, max: 100, column: true, filter: "like" }),
    qty: field.int("数量", { required: true, min: 1, column: true }),
  },
  actions: {
    finish: { label: "完成", from: ["draft"], to: "done" },
  },
  screens: { list: "${address}/index", ...pagesAt("${address}") },
});
`;
  const rules = `import { rules, transition } from "#backend/engine/documents";
import { ${variable} } from "#documents/${module}/${name}";

export const ${variable}Rules = rules(${variable}, {
  transitions: [transition(${variable}, "finish", { guard: ({ row }) => row.qty > 100 && "一次最多100件" })],
});
`;
  const test = `import { afterAll, beforeAll, expect, test } from "vitest";
import { insert } from "#backend/engine/documents/writing/write";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { Database } from "#backend/platform/db/sql";
import { ${variable} } from "#documents/${module}/${name}";
import { actAs } from "../../../tests/acting";
import { testDatabase } from "../../../tests/harness";
import { ${variable}Rules } from "./${name}";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db?.close());

test.each([
  [100, "done"],
  [101, "一次最多100件"],
])("%d pieces: %s", async (qty, result) => {
  await db.tx(async (sql) => {
    const c = actAs(sql);
    const { id } = await insert(c, ${variable}, ${variable}Rules, { title: "一个主题", qty });
    const finished = perform(c, ${variable}, id, "finish", {}, { trusted: true });
    if (result !== "done") return expect(finished).rejects.toThrow(result);
    await finished;
    const row = await sql.one<{ status: string }>("select status from ${table} where id = $1", [id]);
    expect(row?.status).toBe("done");
  });
});
`;
  return {
    variable,
    table,
    files: {
      [`documents/${module}/${name}.ts`]: declaration,
      [`backend/domain/${module}/${name}.ts`]: rules,
      [`backend/domain/${module}/${name}.test.ts`]: test,
    },
    help: `<tr><td>${label}</td><td>这里写它是做什么的。</td><td>草稿→已完成</td></tr>`,
  };
}

/**
 * An index with one more import and one more entry in its list.
 * @throws Error when the text has no such list.
 */
export function listed(text, from, name, list) {
  const opening = new RegExp(`export const ${list}\\b[^=]*= \\[`);
  if (!opening.test(text)) throw new Error(`${list} is not there`);
  const end = text.indexOf("]", text.search(opening) + text.match(opening)[0].length);
  const before = text.slice(0, end).replace(/,?\s*$/, "");
  return `import { ${name} } from "${from}";\n${before},\n  ${name},\n${text.slice(end)}`;
}

/** Name of the list that an index exports last, such as `wmsDocuments`. */
const listOf = (text) => [...text.matchAll(/export const (\w+)\b[^=]*= \[/g)].at(-1)?.[1] ?? "";

/** Writes the files and says what is left to do by hand. @throws Error when one of them is there. */
export function write(root, module, name, label) {
  const { files, variable, help } = drafted(module, name, label);
  const indexes = [
    [`documents/${module}/index.ts`, variable],
    [`backend/domain/${module}/index.ts`, `${variable}Rules`],
  ];
  for (const [file] of indexes) if (!existsSync(path.join(root, file))) throw new Error(`${file} is not there`);
  for (const file of Object.keys(files)) if (existsSync(path.join(root, file))) throw new Error(`${file} is there`);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  for (const [file, entry] of indexes) {
    const text = readFileSync(path.join(root, file), "utf8");
    writeFileSync(path.join(root, file), listed(text, `./${name}`, entry, listOf(text)));
  }
  const page = path.join(root, "public/help/index.html");
  const text = readFileSync(page, "utf8");
  // Behind the last row of those that have three cells: what a document is for, and its states.
  const row = [...text.matchAll(/^<tr>(?:<td>[^\n<]*<\/td>){3}<\/tr>$/gm)].at(-1);
  const end = row.index + row[0].length;
  writeFileSync(page, `${text.slice(0, end)}\n${help}${text.slice(end)}`);
  return [...Object.keys(files), ...indexes.map(([file]) => file), "public/help/index.html"];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [where = "", label = ""] = process.argv.slice(2);
  const [module, name] = where.split("/");
  if (!/^[a-z]+\/[a-z]+(-[a-z]+)*$/.test(where) || !label) {
    console.error("用法：npm run new:document -- wms/sample-loan 样品借用单");
    process.exitCode = 1;
  } else {
    for (const file of write(process.cwd(), module, name, label)) console.log(file);
    console.log("接下来：npm run format；声明的含义见 CONTRIBUTING.md");
  }
}
