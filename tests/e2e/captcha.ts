import { ownDatabase } from "../program/server";

/** The answer of a captcha, out of the database that a server keeps below its data directory. */
export async function answerOf(dataDir: string, randomStr: string): Promise<string> {
  const client = await ownDatabase(dataDir);
  try {
    const found = await client.query("select answer from sys_captcha where random_str = $1", [randomStr]);
    return found.rows[0]?.answer ?? "";
  } finally {
    await client.end();
  }
}
