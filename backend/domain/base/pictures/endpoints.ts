import { createReadStream } from "node:fs";
import { z } from "zod";
import { wake } from "#backend/engine/connect/enqueue";
import type { Sql } from "#backend/platform/db";
import { makeFile } from "#backend/platform/files/make";
import { discard, receiveFiles } from "#backend/platform/files/receive";
import {
  type Call,
  type Endpoint,
  endpoint,
  forbidden,
  invalid,
  missing,
  Refusal,
  wireId,
} from "#backend/platform/http";
import { MOST_PICTURES_MB, type PictureLoad, pictureLoad, pictureState } from "#documents/base/pictures";
import { permissionOf } from "#documents/kit";
import { sku } from "#documents/product/sku";
import { LOAD_PICTURES } from "./load";

const tag = "建账导入";
const base = { tag, permission: "setup_import_import" } as const;
const params = z.object({ id: z.string() });
const MB = 1024 * 1024;
/** Files that are nobody's which one answer carries. */
const SHOWN = 500;

const COLUMNS = `w.id, w.file_name as "fileName", w.state as status, w.create_time as "createTime", w.message, w.total,
  w.done, w.added, w.same, (select count(*)::int from picture_miss m where m.load_id = w.id) as missed,
  (select displayname from sys_user u where u.id = w.create_by) as by`;

const listLoads = (sql: Sql, tenantId: string) =>
  sql.query<PictureLoad>(`select ${COLUMNS} from picture_load w where w.tenant_id = $1 order by w.id desc limit 50`, [
    tenantId,
  ]);

/** Keeps an uploaded archive and asks for it to be read. */
async function upload(call: Call): Promise<{ id: string }> {
  const { db, config, caller, tenantId } = call;
  if (!caller.permissions.has(permissionOf(sku, "edit"))) throw forbidden("没有编辑SKU的权限");
  const files = await receiveFiles(call.req, call.res, config.dataDir, MOST_PICTURES_MB * MB);
  try {
    const [file] = files;
    if (!file || files.length > 1) throw invalid("请选择一个文件");
    if (file.head.subarray(0, 4).toString("latin1") !== "PK\x03\x04") throw invalid("请上传由图片组成的zip文件");
    const { original } = file;
    let id = "";
    const made = { db, config, caller, original, bizType: "pictures", bizId: tenantId };
    await makeFile(made, createReadStream(file.tempPath), async (sql, kept) => {
      const row = await sql.one<{ id: string }>(
        `insert into picture_load (tenant_id, create_by, file_id, file_name) values ($1, $2, $3, $4) returning id`,
        [tenantId, caller.userId, kept.id, original],
      );
      id = row?.id ?? "";
      await wake(sql, LOAD_PICTURES);
    });
    return { id };
  } catch (error) {
    if (error instanceof Refusal && error.status === 413)
      throw new Refusal(413, `文件超过${MOST_PICTURES_MB / 1024}GB，请分成几个上传`);
    throw error;
  } finally {
    await discard(files);
  }
}

/** Calls of 商品图片: an archive of pictures, and what came of it. */
export const pictureEndpoints: Endpoint[] = [
  endpoint({
    ...base,
    path: "/setup/pictures",
    title: "商品图片导入记录",
    response: z.array(pictureLoad),
    handle: ({ db, tenantId }) => listLoads(db, tenantId),
  }),
  endpoint({
    ...base,
    method: "post",
    path: "/setup/pictures/import",
    title: "上传商品图片",
    upload: true,
    response: z.object({ id: wireId }),
    handle: upload,
  }),
  endpoint({
    ...base,
    path: "/setup/pictures/:id(\\d{1,18})",
    title: "商品图片导入状态",
    params,
    response: pictureState,
    async handle(call) {
      const { id } = params.parse(call.params);
      const { db, tenantId } = call;
      const row = await db.one<PictureLoad>(
        `select ${COLUMNS} from picture_load w where w.id = $1 and w.tenant_id = $2`,
        [id, tenantId],
      );
      if (!row) throw missing("导入不存在");
      const misses = await db.query<{ name: string; msg: string }>(
        `select name, msg from picture_miss where load_id = $1 order by id limit ${SHOWN}`,
        [id],
      );
      return { ...row, misses };
    },
  }),
];
