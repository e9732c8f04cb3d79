import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testDatabase } from "../../../tests/harness";

test("addresses that documents held become ids of their files; what was no upload goes", async () => {
  const db = await testDatabase();
  const sql = readFileSync("backend/platform/db/migrations/0030_file_ids.sql", "utf8");
  const change = sql.slice(sql.indexOf("-- Addresses become"));
  const file = "0f0e0d0c-0b0a-4908-8706-050403020100.png";
  const row = await db.one<{ id: string }>(
    `insert into sys_file (file_name, original, type, size, hash, bucket_name)
     values ($1, '章.png', 'png', 1, 'x', 'local') returning id`,
    [file],
  );
  const address = `/api/download/local/${file}`;
  await db.query("update company set chop = $1 where id = 1", [address]);
  await db.query("update company set chop = '/files/none.png' where id = 2");
  await db.query(
    `insert into other_out (no, photos, attachments) values ('QC-OLD', $1, array['javascript:alert(1)'])`,
    [["https://evil.example/a.png", `${address}?v=1`]],
  );
  await db.tx((tx) => tx.query(change));
  expect(await db.query("select chop from company order by id")).toEqual([{ chop: row?.id }, { chop: null }]);
  expect(await db.query("select photos, attachments from other_out")).toEqual([{ photos: [row?.id], attachments: [] }]);
  await db.close();
});
