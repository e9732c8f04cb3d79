import { Readable } from "node:stream";
import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import type { Connector } from "#backend/engine/connect/connector";
import { download } from "#backend/engine/connect/download";
import { createDraft, type Engine, patch, type RuleContext } from "#backend/engine/documents";
import type { BackendConfig } from "#backend/platform/config";
import { type Database, patchRow } from "#backend/platform/db";
import { makeFile } from "#backend/platform/files/make";
import { systemOf } from "#backend/platform/http";
import { reportFile } from "#documents/base/report-file";
import { withoutPersonal } from "./files/personal";
import { QUOTAS } from "./quotas";

/** What reports are fetched with. */
export interface FetchProgram {
  db: Database;
  engine: Engine;
  config: BackendConfig;
}

/** A report that the platform has made. */
interface ReportMade {
  reportId: string;
  documentId: string;
  /** Name of its file. */
  original: string;
  /** When it was made, ISO 8601. */
  time: string;
}

const paper = z.object({ url: z.string().max(4000), compressionAlgorithm: z.string().optional() });

/** A document of the platform as it comes; its address is good for minutes only. @throws Later where it breaks off */
export async function openDocument(
  db: Database,
  connector: Connector,
  documentId: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { url, compressionAlgorithm } = await call(db, connector, {
    path: `/reports/2021-06-30/documents/${encodeURIComponent(documentId)}`,
    schema: paper,
    quota: QUOTAS.getReportDocument,
  });
  return download(connector, { url, gzip: compressionAlgorithm === "GZIP" });
}

/**
 * Keeps one report as the platform made it, but for what it says of persons; the job that reads files takes it from there.
 * @param kept runs in the transaction that keeps the file, with its id
 */
export async function keepReport(
  { db, engine, config }: FetchProgram,
  connector: Connector,
  { reportId, documentId, original, time }: ReportMade,
  kept?: (c: RuleContext, fileId: string) => Promise<void>,
): Promise<void> {
  const content = Readable.from(withoutPersonal(await openDocument(db, connector, documentId)));
  const system = systemOf(connector.tenantId);
  const made = { db, config, caller: system.caller, original, bizType: reportFile.name, bizId: "0" };
  await makeFile(made, content, async (sql, file) => {
    const c = { sql, ...system, ...engine };
    const { id } = await createDraft(c, reportFile, { storeId: connector.storeId, files: [file.id] });
    await patch(c, reportFile, id, { origin: "api", platformNo: reportId, reportTime: new Date(time) });
    await patchRow(sql, "sys_file", file.id, { biz_id: id });
    await kept?.(c, id);
  });
}
