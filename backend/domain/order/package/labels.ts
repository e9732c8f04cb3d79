import type { Sql } from "#backend/platform/db";
import { invalid } from "#backend/platform/http";
import { openSealed, sealSecret } from "#backend/platform/personal/open";
import { threadOf, Unread } from "#backend/platform/threads/thread";

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
  const row = await sql.one<{ pdf: string }>("select pdf from package_label where package_id = $1", [id]);
  return row && Buffer.from(openSealed(row.pdf), "base64");
}

const ask = threadOf<readonly Uint8Array[], Uint8Array>({
  program: "backend/domain/order/package/labels-program.mjs",
  memoryMb: 256,
  deadlineMs: 20_000,
});
const MOST_TOGETHER = 60_000_000;

/**
 * Pages of several files behind each other; one file stays as it is.
 * @throws Refusal 400 for files that are too large together, or that cannot be read
 */
export async function oneFile(files: readonly Buffer[]): Promise<Uint8Array> {
  const [first, ...more] = files;
  if (first && !more.length) return first;
  if (files.reduce((sum, file) => sum + file.length, 0) > MOST_TOGETHER) throw invalid("面单文件合计过大，请分批下载");
  try {
    const [whole = new Uint8Array()] = await ask(files);
    return whole;
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    throw invalid("面单文件无法合并，请逐个下载");
  }
}
