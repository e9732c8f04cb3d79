import { z } from "zod";
import { findFiles } from "#backend/platform/files/find";
import { type Call, type Endpoint, endpoint, invalid, missing, wireId } from "#backend/platform/http";
import { logExport } from "#backend/platform/logs/write";
import {
  ARCHIVE_BYTES,
  ARCHIVE_LABEL,
  ARCHIVE_ROWS,
  type Archive,
  type DocumentType,
  permissionOf,
  readable,
} from "#documents/kit";
import { snake } from "../names";
import { visible } from "../reading/where";

const idsIn = z.preprocess(
  (v) => (Array.isArray(v) ? v.join(",") : v),
  z
    .string("请先选择数据")
    .max(20_000, `一次最多打包${ARCHIVE_ROWS}条`)
    .transform((v) => [...new Set(v.split(",").filter((id) => /^\d{1,18}$/.test(id)))])
    .refine((ids) => ids.length > 0, "请先选择数据"),
);

const answer = z.array(
  z.object({
    id: wireId,
    name: z.string(),
    files: z.array(
      z.object({ name: z.string(), size: z.number(), url: z.string().nullable(), problem: z.string().nullable() }),
    ),
  }),
);

interface ArchiveHead {
  id: string;
  name: string | null;
  urls: string[];
}

/** The chosen rows in the order of the choice. @throws Refusal 404 when one of them is not the caller's */
async function headsOf(
  { db, caller }: Call,
  document: DocumentType,
  archive: Archive,
  ids: string[],
): Promise<ArchiveHead[]> {
  const where = visible(document, caller).and("t.id = any(?::bigint[])", ids);
  const fields = archive.files.filter((name) => {
    const f = document.fields[name];
    return f && readable(f, caller);
  });
  const urls = fields.map((name) => `coalesce(t.${snake(name)}, '{}')`).join(" || ");
  const rows = await db.query<ArchiveHead>(
    `select t.id, t.${snake(document.display)} as name, ${urls || "'{}'::text[]"} as urls
     from ${document.table} t where ${where}`,
    where.values,
  );
  const lost = ids.length - rows.length;
  if (lost) throw missing(`选择的${document.label}中有${lost}条不存在或没有权限查看`);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

const MB = 1024 * 1024;

/** `GET {api}/archive?ids=`: what a zip of these rows holds, checked before its first byte is made. */
export function archiveRows(document: DocumentType, archive: Archive): Endpoint {
  const { label } = document;
  return endpoint({
    tag: label,
    path: `${document.api}/archive`,
    title: `${ARCHIVE_LABEL}${label}`,
    permission: permissionOf(document, "export"),
    query: z.object({ ids: idsIn }),
    response: answer,
    async handle(call) {
      const { ids } = call.query;
      if (ids.length > ARCHIVE_ROWS) throw invalid(`一次最多打包${ARCHIVE_ROWS}条，本次选择了${ids.length}条`);
      const rows: z.output<typeof answer> = [];
      for (const { id, name, urls } of await headsOf(call, document, archive, ids))
        rows.push({ id, name: name ?? id, files: await findFiles(call, urls) });
      const bytes = rows.flatMap((row) => row.files).reduce((sum, file) => sum + file.size, 0);
      if (bytes > ARCHIVE_BYTES)
        throw invalid(
          `所选${label}的文件共${Math.ceil(bytes / MB)}MB，一次最多打包${ARCHIVE_BYTES / MB}MB，请减少选择`,
        );
      const names = rows.map((row) => row.name).join("、");
      await logExport(call, `${ARCHIVE_LABEL}${label}`, names, rows.length);
      return rows;
    },
  });
}
