import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { type BackendConfig, readBackendConfig } from "#backend/platform/config";
import { standInStorage } from "#backend/platform/files/s3.testing";
import { testDatabase } from "../../../tests/harness";
import { digestOf, emptyTarget } from "./backup.testing";
import { backupCommand, restoreCommand } from "./command";
import { backUpNightly } from "./nightly";

let db: Awaited<ReturnType<typeof testDatabase>>;
let storage: Awaited<ReturnType<typeof standInStorage>>;
let config: BackendConfig;
beforeAll(async () => {
  db = await testDatabase();
  storage = await standInStorage();
});
afterAll(async () => {
  storage.close();
  await db.close();
});
beforeEach(() => {
  storage.objects.clear();
  Object.assign(storage.trouble, { status: undefined, cut: undefined });
  config = configOf(mkdtempSync(path.join(inject("folder"), "away-")), db.direct);
});

function configOf(dataDir: string, url: string, secret = storage.account.secretAccessKey) {
  const { endpoint, region, accessKeyId } = storage.account;
  const s3 = { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secret };
  const own = { DATA_DIR: dataDir, DATABASE_URL: url, BACKUP_KEEP_DAYS: "2", BACKUP_S3: "s3://kept/erp/" };
  return readBackendConfig({ ...s3, ...own });
}

const night = (at: string, of = config) => backUpNightly(db, of, new Date(at));
const here = () => readdirSync(config.backups.folder).sort();
const away = () => [...storage.objects.keys()].sort();
const both = (stamp: string) => [`kept/erp/erp-${stamp}.tar.gz`, `kept/erp/erp-${stamp}.tar.gz.sha256`];

test("a night's backup goes to the bucket as well, is read back, and both keep it for days", async () => {
  storage.objects.set("kept/erp/erp-list.xlsx", Buffer.from("somebody's own"));
  await night("2026-01-30T03:30:00");
  expect(here()).toEqual(["erp-20260130-033000.tar.gz"]);
  const [name = "", sum = ""] = both("20260130-033000");
  expect(storage.objects.get(name)?.equals(readFileSync(path.join(config.backups.folder, String(here()[0]))))).toBe(
    true,
  );
  expect(String(storage.objects.get(sum))).toMatch(/^[0-9a-f]{64} {2}erp-20260130-033000\.tar\.gz\n$/);
  await night("2026-01-30T20:00:00", configOf(mkdtempSync(path.join(inject("folder"), "other-")), db.direct));
  expect(away(), "another replica with a folder of its own finds it there").toHaveLength(3);
  await night("2026-01-31T03:30:00");
  await night("2026-02-02T03:29:00");
  expect(away()).toEqual([...both("20260131-033000"), ...both("20260202-032900"), "kept/erp/erp-list.xlsx"]);
  expect(here()).toHaveLength(2);
});

test("one that the bucket did not take stays here, is told, and is sent at the next turn", async () => {
  const refused = configOf(config.dataDir, db.direct, "wrong");
  await expect(night("2026-01-30T03:30:00", refused)).rejects.toThrow("存储桶 kept：访问密钥不对或没有权限");
  expect([here(), away()]).toEqual([["erp-20260130-033000.tar.gz"], []]);
  await night("2026-01-30T03:40:00");
  expect([here(), away()]).toEqual([["erp-20260130-033000.tar.gz"], both("20260130-033000")]);
});

test("a connection cut while it is read back: it does not count, and is sent anew", async () => {
  storage.trouble.cut = (request) => request.startsWith("GET /kept/erp/erp-");
  await expect(night("2026-01-30T03:30:00")).rejects.toThrow("时连接中断");
  expect(away()).toEqual(both("20260130-033000").slice(0, 1));
  storage.trouble.cut = undefined;
  await night("2026-01-30T03:40:00");
  expect(away()).toEqual(both("20260130-033000"));
});

/** Changes a byte of what is stored, when it is asked for. */
const spoil = (request: string) => {
  const stored = storage.objects.get(request.replace("GET /", ""));
  if (stored) stored[100] = Number(stored[100]) ^ 1;
  return false;
};

test("what comes back otherwise than it was sent is taken away and told", async () => {
  storage.trouble.cut = spoil;
  await expect(night("2026-01-30T03:30:00")).rejects.toThrow("读回的 erp-20260130-033000.tar.gz 与发送的不同");
  expect([here(), away()]).toEqual([["erp-20260130-033000.tar.gz"], []]);
});

test("by hand: sent, checked where it lies, restored elsewhere", async () => {
  const said: string[] = [];
  const log = (line: string) => said.push(line);
  await backupCommand(config, ["--s3"], log);
  const address = String(said.at(-1)?.replace("已发送并读回：", ""));
  expect(address).toMatch(/^s3:\/\/kept\/erp\/erp-\d{8}-\d{6}\.tar\.gz$/);
  rmSync(config.backups.folder, { recursive: true });
  await backupCommand(config, ["--verify", address], log);
  expect(said.at(-1)).toContain("备份完整");
  const target = await emptyTarget();
  const elsewhere = configOf(target.dataDir, target.connectionString);
  await restoreCommand(elsewhere, [address], log);
  expect((await digestOf(target.connectionString)).tables).toEqual((await digestOf(db.direct)).tables);
  await expect(restoreCommand(elsewhere, ["s3://kept/erp/none.tar.gz"], log)).rejects.toThrow("NoSuchKey");
  storage.trouble.cut = spoil;
  await expect(restoreCommand(elsewhere, [address, "--replace"], log)).rejects.toThrow("与发送的不同");
  expect(readdirSync(elsewhere.backups.folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("what is not set is said", async () => {
  const alone = readBackendConfig({ DATA_DIR: config.dataDir, DATABASE_URL: db.direct });
  await expect(backupCommand(alone, ["--s3"], () => {})).rejects.toThrow("还没有设 BACKUP_S3");
  await expect(restoreCommand(alone, ["s3://kept/a.tar.gz"], () => {})).rejects.toThrow("S3_ENDPOINT");
  expect(() => readBackendConfig({ BACKUP_S3: "s3://kept" })).toThrow("BACKUP_S3 要和 S3_ENDPOINT");
  for (const wrong of ["kept/erp", "s3://kept/../x", "s3://K"])
    expect(() => readBackendConfig({ BACKUP_S3: wrong })).toThrow("环境变量 BACKUP_S3：要写成 s3://");
});
