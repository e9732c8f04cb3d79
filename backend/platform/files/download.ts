import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { Sql } from "../db/sql";
import { disposition } from "../http/disposition";
import { endpoint } from "../http/endpoint";
import { forbidden, missing } from "../http/refusal";
import { mayRead, type OwnedFile } from "./owners";
import { storesOf } from "./store";
import { extensionOf, fileType } from "./types";

/** Only names that this backend gave; anything else, dots and slashes included, does not exist. */
const PATH = /^(?:[\w.-]{1,63}\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z0-9]{1,8})$/;

/** As documents name it. */
const ID = /^[1-9]\d{0,17}$/;

interface DownloadFound extends OwnedFile {
  fileName: string;
  original: string;
  size: string;
  hash: string;
  storage: string;
}

/** Has the client this content? (A client of ours sends `Cache-Control: no-cache` as well.) */
const held = (ifNoneMatch: string | undefined, hash: string) =>
  ifNoneMatch?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === `"${hash}"`);

/** Why a file that was there is kept no longer. */
async function goneWhy(sql: Sql, tenantId: string, fileName?: string, id?: string): Promise<string | undefined> {
  const gone = await sql.one<{ why: string }>(
    `select gone_why as why from sys_file where (file_name = $1 or id = $3) and tenant_id = $2 and del_flag = 1
       and gone_why is not null`,
    [fileName ?? null, tenantId, id ?? null],
  );
  return gone?.why;
}

export const download = endpoint({
  path: "/download/:path(*)",
  tag: "文件",
  title: "下载文件",
  raw: true,
  params: z.object({ path: z.string() }),
  async handle(call) {
    const { db, config, caller, params, req, res } = call;
    const fileName = PATH.exec(params.path)?.[1];
    const id = ID.exec(params.path)?.[0];
    const file =
      (fileName || id) &&
      (await db.one<DownloadFound>(
        `select f.id, f.tenant_id as "tenantId", f.create_by as "createBy", f.biz_type as "bizType",
           f.biz_id as "bizId", f.file_name as "fileName", f.original, f.size, f.hash, b.storage
         from sys_file f join sys_file_blob b on b.hash = f.hash
         where (f.file_name = $1 or f.id = $3) and f.tenant_id = $2 and f.del_flag = 0`,
        [fileName ?? null, caller.tenantId, id ?? null],
      ));
    if (!file) throw missing((await goneWhy(db, caller.tenantId, fileName, id)) ?? "文件不存在");
    if (!(await mayRead(call, file))) throw forbidden();
    const type = fileType(extensionOf(file.fileName));
    res.setHeader("ETag", `"${file.hash}"`);
    res.setHeader("Cache-Control", "private, no-cache");
    if (held(req.headers["if-none-match"], file.hash)) return void res.status(304).end();
    const store = storesOf(config).named(file.storage);
    if (!store) throw missing("文件不存在");
    const content = await store.open(file.hash);
    res.setHeader("Content-Type", type?.mime ?? "application/octet-stream");
    res.setHeader("Content-Length", file.size);
    res.setHeader("X-Content-Type-Options", "nosniff");
    res.setHeader("Content-Disposition", disposition(type?.inline ? "inline" : "attachment", file.original));
    // Chromium shows no PDF under a policy of its own.
    if (type?.picture) res.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
    await pipeline(content, res);
  },
});
