import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export interface Migration {
  /** File name, "0003_log.sql": the key under which it is remembered. */
  name: string;
  sql: string;
  checksum: string;
}

/**
 * The migrations of a directory in order.
 * @throws Error when two files claim one number.
 */
export function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort();
  names.forEach((name, i) => {
    const before = names[i - 1];
    if (before?.slice(0, 4) === name.slice(0, 4))
      throw new Error(`数据库升级文件 ${before} 与 ${name} 编号相同`);
  });
  return names.map((name) => {
    const sql = readFileSync(path.join(directory, name), "utf8").replace(/\r\n/g, "\n");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}
