import type { Call } from "../http/endpoint";
import { mayRead, type OwnedFile } from "./owners";
import { storedName } from "./tie";
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

type Stored = OwnedFile & { fileName: string; original: string; bucketName: string; size: string };

/** The files of these addresses as the caller may have them, in the order of the addresses. */
export async function findFiles(
  call: Pick<Call, "db" | "caller" | "services">,
  urls: readonly string[],
): Promise<FoundFile[]> {
  const stored = await call.db.query<Stored>(
    `select id, tenant_id as "tenantId", create_by as "createBy", biz_type as "bizType",
       biz_id as "bizId", file_name as "fileName", original, bucket_name as "bucketName", size
     from sys_file where file_name = any ($1) and tenant_id = $2 and del_flag = 0`,
    [urls.map(storedName), call.caller.tenantId],
  );
  const known = new Map(stored.map((file) => [file.fileName, file]));
  const found: FoundFile[] = [];
  for (const url of urls) {
    const name = storedName(url);
    const file = known.get(name);
    const lost = (problem: string) => found.push({ name, size: 0, url: null, problem });
    if (!file) lost("文件不存在");
    else if (!(await mayRead(call, file))) lost("没有权限下载");
    else {
      const { bucketName, fileName, original } = file;
      const address = urlOf(bucketName, fileName);
      found.push({ name: original, size: Number(file.size), url: address, problem: null });
    }
  }
  return found;
}
