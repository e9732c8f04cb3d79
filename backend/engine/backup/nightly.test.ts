import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { testDatabase } from "../../../tests/harness";
import { requireWhole } from "./archive";
import { backUpNightly } from "./nightly";

let db: Awaited<ReturnType<typeof testDatabase>>;
let dataDir: string;
beforeAll(async () => {
  db = await testDatabase();
  dataDir = mkdtempSync(path.join(inject("folder"), "nightly-"));
});
afterAll(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it("makes one a day, keeps them for days and the newest for good, and nothing else goes", async () => {
  const folder = path.join(dataDir, "backups");
  const night = async (at: string) => {
    await backUpNightly(db, { dataDir, backups: { folder, keepDays: 2 } }, new Date(at));
    return readdirSync(folder).sort();
  };
  expect(await night("2026-01-30T03:30:00")).toEqual(["erp-20260130-033000.tar.gz"]);
  await requireWhole(path.join(folder, "erp-20260130-033000.tar.gz"));
  expect(await night("2026-01-30T20:00:00"), "another replica, a start of the same day").toHaveLength(1);
  writeFileSync(path.join(folder, "before-go-live.tar.gz"), "somebody's own");
  expect(await night("2026-01-31T03:30:00")).toHaveLength(3);
  expect(await night("2026-02-02T03:29:00"), "the first is older than two days").toEqual([
    "before-go-live.tar.gz",
    "erp-20260131-033000.tar.gz",
    "erp-20260202-032900.tar.gz",
  ]);
  expect(await night("2026-05-01T03:30:00"), "the newest stays").toEqual([
    "before-go-live.tar.gz",
    "erp-20260501-033000.tar.gz",
  ]);
});

it("takes nothing away when it could not be made", async () => {
  const folder = path.join(dataDir, "full");
  const at = new Date("2026-01-30T03:30:00");
  await backUpNightly(db, { dataDir, backups: { folder, keepDays: 1 } }, at);
  await db.query("insert into schema_migration (name, checksum) values ('9999_later.sql', 'x')");
  const later = backUpNightly(db, { dataDir, backups: { folder, keepDays: 1 } }, new Date("2026-03-30T03:30:00"));
  await expect(later).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(["erp-20260130-033000.tar.gz"]);
});
