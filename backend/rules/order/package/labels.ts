import type { Sql } from "../../../db/sql";
import { openSealed, sealSecret } from "../../../personal/open";

const MOST_BYTES = 5_000_000;

/** Keeps the label of a package, sealed: it shows who gets what. */
export async function keepLabel(sql: Sql, tenantId: string, id: string, pdf: Buffer) {
  if (pdf.length > MOST_BYTES) throw new Error("label too large");
  await sql.query(
    `insert into package_label (package_id, tenant_id, pdf) values ($1, $2, $3)
     on conflict (package_id) do update set pdf = excluded.pdf, create_time = now()`,
    [id, tenantId, sealSecret(pdf.toString("base64"))],
  );
}

/** Why a package has no label of its own. */
export const NO_LABEL = "这个包裹没有面单文件，请打印面单";

/** Why the label of a package cannot be had as a file. */
export async function labelRefused(sql: Sql, id: string): Promise<string | undefined> {
  const kept = await sql.one("select 1 from package_label where package_id = $1", [id]);
  return kept ? undefined : NO_LABEL;
}

/** The label of a package as the warehouse or the carrier drew it. */
export async function labelOf(sql: Sql, id: string): Promise<Buffer | undefined> {
  const row = await sql.one<{ pdf: string }>(
    "select pdf from package_label where package_id = $1",
    [id],
  );
  return row && Buffer.from(openSealed(row.pdf), "base64");
}

// Read when labels are put together, not with the program.
const library = () => import("@cantoo/pdf-lib");

/** Pages of several files behind each other; one file stays as it is. Lets others work in between. */
export async function oneFile(files: readonly Buffer[]): Promise<Uint8Array> {
  const [first, ...more] = files;
  if (first && !more.length) return first;
  const { PDFDocument } = await library();
  const whole = await PDFDocument.create();
  for (const file of files) {
    const one = await PDFDocument.load(file);
    for (const page of await whole.copyPages(one, one.getPageIndices())) whole.addPage(page);
  }
  return whole.save({ objectsPerTick: 50 });
}
