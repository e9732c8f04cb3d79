import { readFile } from "node:fs/promises";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import type { DocumentType } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import css from "~/ui/sheet/sheet.css";
import type { Options } from "../options.server";
import type { Parts } from "../parts";
import { Sheet } from "../print/sheet";
import type { Row } from "../row/row";

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
export async function sheetPage(
  staff: Staff,
  document: DocumentType,
  row: Row,
  options: Options,
  parts: Parts,
): Promise<string> {
  const title = `${document.label} ${row[document.display] ?? ""}`;
  const sheet = renderToStaticMarkup(<Sheet {...{ document, row, options, parts }} />);
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
