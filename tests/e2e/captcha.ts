import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";

/** The answer of a captcha, out of the database that a server keeps below its data directory. */
export async function answerOf(dataDir: string, randomStr: string): Promise<string> {
  const running = readFileSync(path.join(dataDir, "pg/data/postmaster.pid"), "utf8").split("\n");
  const [, , , port, host] = running;
  const client = new pg.Client({ host, port: Number(port), user: "postgres", database: "erp" });
  await client.connect();
  try {
    const found = await client.query("select answer from sys_captcha where random_str = $1", [randomStr]);
    return found.rows[0]?.answer ?? "";
  } finally {
    await client.end();
  }
}
