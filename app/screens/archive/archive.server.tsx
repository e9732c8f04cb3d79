import { readFile } from "node:fs/promises";
import path from "node:path";
import { Zip, ZipPassThrough } from "fflate";
import { writeXlsxStream } from "hucre/xlsx";
import { renderToStaticMarkup } from "react-dom/server";
import { z } from "zod";
import { allFields, can, type DocumentType, type Field, formFields, labelName } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { id, list, text } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { flatten } from "~/ui/option";
import css from "~/ui/sheet/sheet.css";
import { loadOptions, type OptionOptions } from "../frame/options.server";
import type { Parts } from "../parts";
import { Sheet } from "../print/print";
import { loadRow } from "../row/load.server";
import type { RowRow } from "../row/row";
import { namer, safeName } from "./names";

const BASE = `body { margin: 0; padding: 16px; background: #f5f7fa; font: 14px/1.5 system-ui,
  "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif; } p { margin: 4px 0; }
  .pre { white-space: pre-wrap; } @media print { body { padding: 0; background: none; } }`;

/** Nothing is fetched and nothing runs when the file is opened. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

let styles: Promise<string> | undefined;
const sheetStyles = () => {
  styles ??= readFile(path.join("public", css), "utf8");
  return styles;
};

/** A picture of the backend as part of the page itself; one that is gone leaves its place empty. */
async function inlined(staff: Staff, address: string): Promise<string> {
  try {
    const file = await staff.erp.download(address);
    const type = file.headers.get("Content-Type") ?? "";
    if (!/^image\/(png|jpeg|gif|webp)$/.test(type)) return "data:,";
    return `data:${type};base64,${Buffer.from(await file.arrayBuffer()).toString("base64")}`;
  } catch {
    return "data:,";
  }
}

const PICTURE = /src="\/api(\/download\/[\w./-]+)"/g;

/** The printed sheet of one row as a page that needs nothing else: styles and pictures inside, no script. */
async function sheetPage(
  staff: Staff,
  document: DocumentType,
  row: RowRow,
  options: OptionOptions,
  parts: Parts,
): Promise<string> {
  const title = `${document.label} ${row[document.display] ?? ""}`;
  const sheet = renderToStaticMarkup(<Sheet document={document} row={row} options={options} parts={parts} />);
  const pictures = new Map<string, string>();
  for (const [, address = ""] of sheet.matchAll(PICTURE))
    if (!pictures.has(address)) pictures.set(address, await inlined(staff, address));
  const whole = sheet.replace(PICTURE, (_, address) => `src="${pictures.get(address)}"`);
  const head = renderToStaticMarkup(
    <head>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content={POLICY} />
      <meta name="viewport" content="width=device-width" />
      <title>{title}</title>
      <style dangerouslySetInnerHTML={{ __html: BASE + (await sheetStyles()) }} />
    </head>,
  );
  return `<!DOCTYPE html><html lang="zh-CN">${head}<body>${whole}</body></html>`;
}

type ArchiveCell = string | number | null;

const FIGURES: readonly Field["kind"][] = ["int", "money", "decimal", "percent"];

function cellOf(name: string, f: Field, row: RowRow, options: OptionOptions): ArchiveCell {
  const value = row[f.kind === "ref" ? labelName(name) : name];
  if (value === null || value === undefined) return null;
  if (FIGURES.includes(f.kind)) return Number(value);
  const text = String(value);
  return flatten(options[name] ?? []).find((o) => o.value === text)?.label ?? text;
}

/** Fields that the list of all rows shows, in its order. */
const listed = (document: DocumentType): [string, Field][] =>
  (document.exports?.archive?.list ?? []).flatMap((name): [string, Field][] => {
    const f = allFields(document)[name];
    return f ? [[name, f]] : [];
  });

/** One line of the list: the row's fields, then what lies in its folder. */
const lineOf = (document: DocumentType, row: RowRow, options: OptionOptions, files: string[]) => [
  ...listed(document).map(([name, f]) => cellOf(name, f, row, options)),
  files.join("\n"),
];

/** The list of all rows as a spreadsheet. Its cells are values, never formulas. */
function listSheet(document: DocumentType, lines: ArchiveCell[][]): ReadableStream<Uint8Array> {
  const heads = [...listed(document).map(([, f]) => f.label), "文件"];
  return writeXlsxStream([heads, ...lines], {
    name: "清单",
    columns: heads.map((head) => ({ width: head === "文件" ? 40 : 18 })),
    freezePane: { rows: 1 },
  });
}

/** One file of a zip: its path, and its bytes when their turn comes. */
interface ArchiveEntry {
  path: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * A zip made while it is read, one file after the other. Nothing is compressed: scans and pictures
 * are already.
 */
async function* zipped(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array<ArrayBufferLike>> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    made.push(bytes);
  });
  for await (const { path, content } of entries) {
    const file = new ZipPassThrough(path);
    zip.add(file);
    for await (const part of content) {
      file.push(part);
      yield* made.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made;
}

/** Only files of the backend's own store are fetched, whatever an answer names. */
const address = z
  .string()
  .nullish()
  .transform((v) => /^\/api(\/download\/[\w./-]+)$/.exec(v ?? "")?.[1] ?? null)
  .transform((v) => (v?.includes("..") ? null : v));

const planned = z.array(
  z.object({ id, name: text, files: list(z.object({ name: text, url: address, problem: text })) }),
);

/** What the backend lets into the zip: a row for each folder, with its files. */
type ArchivePlanned = z.output<typeof planned>[number];

/** Asks the backend what a zip of these rows holds. @throws ErpError with the sentence of a refusal */
const loadPlan = (staff: Staff, document: DocumentType, ids: string[]): Promise<ArchivePlanned[]> =>
  staff.erp.get(`${document.api}/archive`, { query: { ids: ids.join(",") }, schema: planned });

type Bytes = AsyncIterable<Uint8Array>;

/** A file of the backend's store, or the sentence why it cannot be had. @throws when the backend is out */
async function fetched(staff: Staff, file: ArchivePlanned["files"][number]): Promise<Bytes | string> {
  if (!file.url) return file.problem || "文件不存在";
  try {
    return (await staff.erp.download(file.url)).body as unknown as Bytes;
  } catch (error) {
    if (error instanceof ErpError && !error.outage) return error.message;
    throw error;
  }
}

async function* entries(
  staff: Staff,
  document: DocumentType,
  plan: ArchivePlanned[],
  parts: Parts,
): AsyncGenerator<ArchiveEntry> {
  const { permissions } = await staff.user();
  const worded = [...formFields(document, "view"), ...listed(document)];
  const options = await loadOptions(
    staff.recent,
    worded.filter(([, f]) => f.kind === "dict" || f.kind === "enum"),
  );
  const folderOf = namer();
  const lines: ReturnType<typeof lineOf>[] = [];
  for (const { id, name, files } of plan) {
    const row = await loadRow(staff, document, id);
    const folder = folderOf(name);
    const nameOf = namer();
    const held: string[] = [];
    const place = (wanted: string) => {
      const own = nameOf(wanted);
      held.push(own);
      return `${folder}/${own}`;
    };
    if (can(permissions, document, "print", row).ok) {
      const page = await sheetPage(staff, document, row, options, parts);
      yield { path: place(`${document.exports?.archive?.sheet}.html`), content: [Buffer.from(page)] };
    }
    for (const file of files) {
      const content = await fetched(staff, file);
      if (typeof content === "string") held.push(`${file.name}（${content}）`);
      else yield { path: place(file.name), content };
    }
    lines.push(lineOf(document, row, options, held));
  }
  yield { path: "清单.xlsx", content: listSheet(document, lines) as unknown as Bytes };
}

/** Pieces as fast as the browser takes them; whoever goes away ends the work on them. */
function paced(first: IteratorResult<Uint8Array>, pieces: AsyncGenerator<Uint8Array>, drained: () => Promise<boolean>) {
  let next: IteratorResult<Uint8Array> | null = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const there = await drained();
        if (!there) await pieces.return(undefined);
        const piece = next ?? (await pieces.next());
        next = null;
        if (!there || piece.done) controller.close();
        else controller.enqueue(piece.value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The chosen rows as one zip, made while it is sent. What can be known is asked first, so that a refusal
 * is a sentence; what breaks later cuts the connection, so that no half file passes for a whole one.
 * @param parts the sheet of this document, where it has its own
 * @param drained waits until the browser has taken what was sent; false: it went away
 * @throws ErpError with the sentence of the backend
 */
export async function archiveOf(
  staff: Staff,
  document: DocumentType,
  ids: string[],
  parts: Parts,
  drained: () => Promise<boolean>,
): Promise<Response> {
  const plan = await loadPlan(staff, document, ids);
  const pieces = zipped(entries(staff, document, plan, parts));
  const body = paced(await pieces.next(), pieces, drained);
  const name = `${document.label}${plan.length === 1 ? safeName(plan[0]?.name ?? "") : `${plan.length}份`}.zip`;
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="archive.zip"; filename*=UTF-8''${encoded(name)}`,
      "Cache-Control": "private, no-store",
    },
  });
}
