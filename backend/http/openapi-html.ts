import type { OpenApi, Operation } from "./openapi";
import type { Schema } from "./openapi-schema";

const escaped: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const h = (text: unknown) => String(text ?? "").replace(/[&<>"']/g, (c) => escaped[c] ?? c);

const anchor = (text: string) => encodeURIComponent(text);

const typeNames: Record<string, string> = {
  string: "文本",
  integer: "整数",
  number: "数字",
  boolean: "是否",
  array: "列表",
  object: "对象",
  null: "空",
};

/** Chinese name of what a value is; named schemas are links. Answers HTML. */
function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop() ?? "";
    return `<a href="#schema-${anchor(name)}">${h(name)}</a>`;
  }
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" 或 ");
  if ("const" in schema) return `固定值 ${h(JSON.stringify(schema.const))}`;
  if (schema.enum) return schema.enum.map((v) => `<code>${h(v)}</code>`).join(" ");
  if (schema.items) return `${typeOf(schema.items)}的列表`;
  const types = [schema.type ?? []].flat().map((t) => typeNames[t] ?? t);
  return types.length ? types.join(" 或 ") : "任意";
}

const RULES: [string, string][] = [
  ["minLength", "至少字数"],
  ["maxLength", "最多字数"],
  ["minimum", "最小"],
  ["maximum", "最大"],
  ["maxItems", "最多个数"],
  ["default", "默认"],
  ["pattern", "格式"],
];

/** Limits of a value; those of the only choice besides "nothing" count as its own. */
function rulesOf(schema: Schema): string {
  const parts = [schema, ...(schema.anyOf ?? [])];
  const found = RULES.flatMap(([key, word]) => {
    const value = parts.map((p) => p[key]).find((v) => v !== undefined);
    return value === undefined ? [] : [`${word} <code>${h(value)}</code>`];
  });
  return found.join("，");
}

interface Line {
  name: string;
  schema: Schema;
  needed: boolean;
}

/** Fields of a schema, those of nested objects with the path in front. */
function linesOf(schema: Schema, prefix = "", depth = 0): Line[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, own]) => {
    const path = `${prefix}${name}`;
    const line = { name: path, schema: own, needed: !!schema.required?.includes(name) };
    if (depth > 3) return [line];
    const below = own.properties
      ? linesOf(own, `${path}.`, depth + 1)
      : own.items?.properties
        ? linesOf(own.items, `${path}[].`, depth + 1)
        : [];
    return [line, ...below];
  });
}

const row = ({ name, schema, needed }: Line, meaning = schema.title) =>
  `<tr><td><code>${h(name)}</code>${needed ? " <b>必填</b>" : ""}</td><td>${h(meaning)}</td>` +
  `<td>${typeOf(schema)}</td><td>${[h(schema.description), rulesOf(schema)].filter(Boolean).join("；")}</td></tr>`;

const table = (caption: string, rows: string[]) =>
  rows.length
    ? `<table><caption>${caption}</caption><thead><tr><th scope="col">名称</th><th scope="col">含义</th><th scope="col">类型</th><th scope="col">说明</th></tr></thead><tbody>${rows.join("")}</tbody></table>`
    : "";

/** One schema as a table, or as one line when it has no fields of its own. */
function block(caption: string, schema: Schema | undefined): string {
  if (!schema) return "";
  const lines = linesOf(schema.items?.properties ? schema.items : schema);
  if (lines.length)
    return table(
      schema.items?.properties ? `${caption}（列表）` : caption,
      lines.map((l) => row(l)),
    );
  return `<p>${caption}：${typeOf(schema)}</p>`;
}

const places = { path: "地址", query: "查询", header: "请求头" };

function call(path: string, method: string, o: Operation): string {
  const parameters = o.parameters.map((p) =>
    row(
      { name: p.name, schema: p.schema, needed: !!p.required },
      [p.description, `（${places[p.in]}）`].join(""),
    ),
  );
  const body = Object.entries(o.requestBody?.content ?? {})[0];
  const ok = o.responses["200"];
  const content = ok && "content" in ok ? Object.values(ok.content)[0]?.schema : undefined;
  const data = content?.properties?.data ?? content;
  return (
    `<details id="${h(o.operationId)}"><summary><b class="${h(method)}">${h(method.toUpperCase())}</b> ` +
    `<code>/api${h(path)}</code> ${h(o.summary)}</summary><p>${h(o.description)}</p>` +
    table("参数", parameters) +
    (body ? block(`提交内容 ${h(body[0])}`, body[1].schema) : "") +
    (data && Object.keys(data).length ? block("答复 data", data) : "") +
    `<p>答复状态：${Object.keys(o.responses).join("、")}</p></details>`
  );
}

function group(api: OpenApi, tag: string): string {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, o]) => o.tags[0] === tag)
      .map(([method, o]) => call(path, method, o)),
  );
  return `<section id="tag-${anchor(tag)}"><h2>${h(tag)}</h2>${calls.join("")}</section>`;
}

const schemaSection = ([name, schema]: [string, Schema]) =>
  `<details id="schema-${anchor(name)}"><summary><code>${h(name)}</code> ${h(schema.title)}</summary>${table(
    "字段",
    linesOf(schema).map((l) => row(l)),
  )}</details>`;

/** The description as one page that needs neither script nor anything from another host. */
export function page(api: OpenApi): string {
  const tags = api.tags.map((t) => t.name);
  const links = tags.map((t) => `<li><a href="#tag-${anchor(t)}">${h(t)}</a></li>`).join("");
  return (
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${h(api.info.title)}</title><link rel="stylesheet" href="/api/docs.css"></head><body>` +
    `<header><h1>${h(api.info.title)}</h1><p>${h(api.info.description)}</p>` +
    `<p><a href="/api/docs.json">OpenAPI ${h(api.openapi)} 描述文件</a></p></header>` +
    `<nav aria-label="分组"><ul>${links}<li><a href="#schemas">数据结构</a></li></ul></nav><main>` +
    tags.map((t) => group(api, t)).join("") +
    `<section id="schemas"><h2>数据结构</h2>${Object.entries(api.components.schemas).map(schemaSection).join("")}</section>` +
    `</main></body></html>`
  );
}

export const STYLES = `
:root { color-scheme: light dark; --line: #d9dee7; --soft: #f4f6fa; --text: #1f2733; --accent: #2563eb; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a4250; --soft: #1d232d; --text: #e5e9f0; --accent: #7aa5ff; }
}
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; color: var(--text);
  font: 15px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
a { color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; padding: 0 .75rem; }
details[open] { padding-bottom: .75rem; }
summary { cursor: pointer; padding: .45rem 0; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 4rem; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9em; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; margin: .5rem 0; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { border: 1px solid var(--line); padding: .3rem .5rem; text-align: left; vertical-align: top; }
th { background: var(--soft); }
td b { color: #c2410c; font-weight: 600; font-size: .85em; }
@media (prefers-color-scheme: dark) { td b { color: #fdba74; } }
@media (max-width: 40rem) { table { display: block; overflow-x: auto; } }
`;
