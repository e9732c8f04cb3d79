import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Database } from "../db/sql";
import { wireId } from "../http/answer";
import { type Caller, endpoint } from "../http/endpoint";
import { invalid } from "../http/refusal";
import { validate } from "../http/validate";
import { keepBlob } from "./blobs";
import { requireRoom } from "./orphans";
import { requireOwner } from "./owners";
import { discard, type FileReceiveReceived, MAX_PICTURES, receiveFiles } from "./receive";
import { type Stores, storesOf } from "./store";
import { allowedExtensions, extensionOf, fileType } from "./types";

const MAX_FILES = 3;

/** Answer of an upload: pig's names and the specification's, pig-contract.md "File". */
const storedFile = z.object({
  id: wireId,
  name: z.string(),
  url: z.string(),
  size: z.number(),
  bucketName: z.string(),
  fileName: z.string(),
});
export type StoredFile = z.output<typeof storedFile>;

export const urlOf = (bucketName: string, fileName: string) => `/api/download/${bucketName}/${fileName}`;

const owner = z.object({
  kind: z.enum(["picture-img", "file"]).optional().catch(undefined),
  bizType: z
    .string()
    .regex(/^[A-Za-z]\w{0,63}$/, "单据类型不正确")
    .optional(),
  bizId: z
    .string()
    .regex(/^\d{1,19}$/, "单据编号不正确")
    .optional(),
});

function check(files: FileReceiveReceived[], picturesOnly: boolean) {
  const most = picturesOnly ? MAX_PICTURES : MAX_FILES;
  if (files.length > most) throw invalid(`最多上传${most}个文件，本次选择了${files.length}个`);
  for (const { original, size, head } of files) {
    const extension = extensionOf(original);
    const type = fileType(extension);
    if (!type) throw invalid(`不支持的文件类型：${original}`);
    if (picturesOnly && !type.picture) throw invalid(`只能上传图片：${original}`);
    if (!size) throw invalid(`文件内容为空：${original}`);
    if (!type.matches(head)) throw invalid(`文件内容与扩展名不符：${original}`);
  }
}

/** Stores checked files; they are acknowledged only when content and rows are durable. */
function keepFiles(
  db: Database,
  stores: Stores,
  caller: Caller,
  files: FileReceiveReceived[],
  { bizType, bizId }: z.output<typeof owner>,
): Promise<StoredFile[]> {
  return db.tx(async (sql) => {
    if (!bizId)
      await requireRoom(
        sql,
        caller,
        files.reduce((sum, f) => sum + f.size, 0),
      );
    const buckets = new Map<string, string>();
    for (const f of [...files].sort((a, b) => (a.hash < b.hash ? -1 : 1)))
      if (!buckets.has(f.hash)) buckets.set(f.hash, await keepBlob(sql, stores, f));
    const kept: StoredFile[] = [];
    for (const f of files) {
      const extension = extensionOf(f.original);
      const fileName = `${randomUUID()}.${extension}`;
      const bucketName = buckets.get(f.hash)!;
      const row = await sql.one<{ id: string }>(
        `insert into sys_file (tenant_id, create_by, file_name, original, type, size, hash,
           bucket_name, biz_type, biz_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
        [
          caller.tenantId,
          caller.userId,
          fileName,
          f.original,
          extension,
          f.size,
          f.hash,
          bucketName,
          bizType ?? null,
          bizId ?? null,
        ],
      );
      const url = urlOf(bucketName, fileName);
      kept.push({ id: row!.id, name: f.original, url, size: f.size, bucketName, fileName });
    }
    return kept;
  });
}

const uploadAt = (path: string) =>
  endpoint({
    method: "post",
    path,
    tag: "文件",
    title: `上传文件（${allowedExtensions.join("、")}）`,
    upload: true,
    query: owner,
    response: storedFile.extend({ files: z.array(storedFile) }),
    async handle(call) {
      const { db, config, caller, query, req, res } = call;
      // What the address names is asked for before the files are taken in.
      await requireOwner(call, query);
      const files = await receiveFiles(req, res, config.dataDir);
      try {
        const given = { ...validate(owner, { ...req.body, ...query }) };
        await requireOwner(call, given);
        check(files, given.kind === "picture-img" || given.bizType === "avatar");
        const kept = await keepFiles(db, storesOf(config), caller, files, given);
        return { ...kept[0]!, files: kept };
      } finally {
        await discard(files);
      }
    },
  });

/** Both addresses of the specification (7.2) and of pig clients. */
export const uploadEndpoints = [uploadAt("/admin/file/upload"), uploadAt("/admin/file/uploadFile")];
