import type { Call } from "../http/endpoint";
import { mayRead, type OwnedFile } from "./owners";
import { urlOf } from "./upload";

/** A file as somebody sees it who is about to fetch it. */
export interface FoundFile {
  /** Name that it was uploaded under. */
  name: string;
  /** In bytes. */
  size: number;
  /** Address of the download; null when it cannot be had, and `problem` says why. */
  url: string | null;
  problem: string | null;
}

type FindStored = OwnedFile & {
  fileName: string;
  original: string;
  bucketName: string;
  size: string;
  gone: boolean;
  goneWhy: string | null;
};

/** The files of these ids as the caller may have them, in the order of the ids. */
export async function findFiles(
  call: Pick<Call, "db" | "caller" | "services">,
  ids: readonly string[],
): Promise<FoundFile[]> {
  const stored = await call.db.query<FindStored>(
    `select id, tenant_id as "tenantId", create_by as "createBy", biz_type as "bizType",
       biz_id as "bizId", file_name as "fileName", original, bucket_name as "bucketName", size,
       del_flag = 1 as gone, gone_why as "goneWhy"
     from sys_file where id = any ($1::bigint[]) and tenant_id = $2`,
    [ids, call.caller.tenantId],
  );
  const known = new Map(stored.map((file) => [file.id, file]));
  const found: FoundFile[] = [];
  for (const id of ids) {
    const file = known.get(id);
    const name = file?.original ?? `文件${id}`;
    const lost = (problem: string) => found.push({ name, size: 0, url: null, problem });
    if (!file || file.gone) lost(file?.goneWhy ?? "文件不存在");
    else if (!(await mayRead(call, file))) lost("没有权限下载");
    else {
      const { bucketName, fileName, original } = file;
      const address = urlOf(bucketName, fileName);
      found.push({ name: original, size: Number(file.size), url: address, problem: null });
    }
  }
  return found;
}
