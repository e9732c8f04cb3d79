import { z } from "zod";
import { documents } from "#documents";
import { file } from "#documents/admin/file";
import { querySchema } from "#documents/kit";
import { applyFilters, selectPage, Where } from "../db/page";
import { pageOf, pathId, wireId, wireTime } from "../http/answer";
import { type Endpoint, endpoint } from "../http/endpoint";
import { missing } from "../http/refusal";
import { sweepBlobs } from "./blobs";
import { download } from "./download";
import { orphansNote } from "./orphans";
import { storesOf } from "./store";
import { uploadEndpoints, urlOf } from "./upload";

const COLUMNS: Record<string, string> = {
  id: "f.id",
  fileName: "f.file_name",
  original: "f.original",
  name: "f.original",
  type: "f.type",
  size: "f.size::int",
  hash: "f.hash",
  bucketName: "f.bucket_name",
  bizType: "f.biz_type",
  bizId: "f.biz_id",
  createBy: "f.create_by",
  createByName: "u.displayname",
  createTime: "f.create_time",
};

const SELECT = Object.entries(COLUMNS)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(", ");
const FROM = "sys_file f left join sys_user u on u.id = f.create_by";

const labelOf = (bizType: string | null): string | null =>
  bizType === "avatar" ? "头像" : (documents.find((d) => d.name === bizType)?.label ?? bizType);

const fileRow = z.object({
  id: wireId,
  fileName: z.string(),
  original: z.string(),
  name: z.string(),
  /** Extension. */
  type: z.string(),
  size: z.number(),
  /** SHA-256. */
  hash: z.string(),
  bucketName: z.string(),
  bizType: z.string().nullable(),
  /** What people call it. */
  bizTypeName: z.string().nullable(),
  bizId: z.string().nullable(),
  createBy: wireId.nullable(),
  createByName: z.string().nullable(),
  createTime: wireTime,
  url: z.string(),
});
type FileFound = Omit<z.output<typeof fileRow>, "bizTypeName" | "url">;

/** A row with the address under which the file is fetched, and what the document is called. */
const located = (row: FileFound) => ({
  ...row,
  bizTypeName: labelOf(row.bizType),
  url: urlOf(row.bucketName, row.fileName),
});

const page = endpoint({
  path: "/admin/file/page",
  tag: "文件",
  title: "文件列表",
  permission: "sys_file_view",
  query: querySchema(file),
  response: pageOf(fileRow),
  async handle({ db, tenantId, query }) {
    const where = new Where().and("f.del_flag = 0").and("f.tenant_id = ?", tenantId);
    applyFilters(where, file, query, (name) => COLUMNS[name] ?? "null");
    const found = await selectPage<FileFound>(
      db,
      { select: SELECT, from: FROM, where, sortable: COLUMNS, order: "f.create_time desc, f.id desc" },
      query,
    );
    const notes = [await orphansNote(db, tenantId)];
    return { ...found, records: found.records.map(located), notes };
  },
});

const read = endpoint({
  path: "/admin/file/:id(\\d+)",
  tag: "文件",
  title: "文件",
  permission: "sys_file_view",
  params: pathId,
  response: fileRow,
  async handle({ db, tenantId, params: { id } }) {
    const found = await db.one<FileFound>(
      `select ${SELECT} from ${FROM} where f.del_flag = 0 and f.tenant_id = $1 and f.id = $2`,
      [tenantId, id],
    );
    if (!found) throw missing("文件不存在");
    return located(found);
  },
});

const remove = endpoint({
  method: "delete",
  path: "/admin/file/:id(\\d+)",
  tag: "文件",
  title: "删除文件",
  permission: "sys_file_del",
  params: pathId,
  response: z.literal(true),
  async handle({ db, config, caller, params: { id } }) {
    const [gone] = await db.query(
      `update sys_file set del_flag = 1, version = version + 1, update_by = $3, update_time = now()
       where id = $1 and tenant_id = $2 and del_flag = 0 returning id`,
      [id, caller.tenantId, caller.userId],
    );
    if (!gone) throw missing("文件不存在");
    await sweepBlobs(db, storesOf(config));
    return true;
  },
});

export const fileEndpoints: Endpoint[] = [...uploadEndpoints, download, page, read, remove];
