import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { databaseOf } from "../../../tests/harness-database";
import { onClient } from "./client";
import { migrate, readMigrations } from "./migrate";
import { type Database, openDatabase } from "./sql";

const { admin, prefix } = inject("postgres");
const name = `${prefix}migrate_${randomUUID().slice(0, 8)}`;
let db: Database;
let directory: string;
const file = (name: string, sql: string) => writeFileSync(path.join(directory, name), sql);

beforeAll(async () => {
  await onClient(admin, (c) => c.query(`create database ${name}`));
  db = openDatabase(databaseOf(admin, name), 6);
});
beforeEach(async () => {
  await db.query("drop schema public cascade");
  await db.query("create schema public");
  directory = mkdtempSync(path.join(os.tmpdir(), "erp-migrations-"));
  file("0001_shop.sql", "create table shop (id int primary key); insert into shop values (1)");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));
afterAll(() => db.close());

test("applies each file once, in order", async () => {
  file("0002_more.sql", "insert into shop values (2)");
  expect(await migrate(db, directory)).toEqual(["0001_shop.sql", "0002_more.sql"]);
  file("0003_last.sql", "insert into shop values (3)");
  expect(await migrate(db, directory)).toEqual(["0003_last.sql"]);
  expect(await migrate(db, directory)).toEqual([]);
  expect(await db.query("select id from shop order by id")).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test("copies that start together apply a file once", async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrate(db, directory)));
  expect(applied.flat()).toEqual(["0001_shop.sql"]);
});

test("a failing file leaves nothing of itself and stops", async () => {
  file("0002_bad.sql", "insert into shop values (2); insert into nowhere values (1)");
  file("0003_after.sql", "insert into shop values (3)");
  await expect(migrate(db, directory)).rejects.toThrow(/0002_bad\.sql 执行失败/);
  expect(await db.query("select id from shop")).toEqual([{ id: 1 }]);
  file("0002_bad.sql", "insert into shop values (2)");
  expect(await migrate(db, directory)).toEqual(["0002_bad.sql", "0003_after.sql"]);
});

test("refuses an applied file that was changed, and a database newer than the program", async () => {
  await migrate(db, directory);
  file("0001_shop.sql", "create table shop (id bigint primary key)");
  await expect(migrate(db, directory)).rejects.toThrow(/0001_shop\.sql 在执行后被改动/);
  rmSync(path.join(directory, "0001_shop.sql"));
  await expect(migrate(db, directory)).rejects.toThrow(/数据库比程序新/);
});

test("a program that is too old hears which version the database needs", async () => {
  const remove = (...names: string[]) => {
    for (const name of names) rmSync(path.join(directory, name));
  };
  await migrate(db, directory, "0.2.0");
  file("0002_next.sql", "select 1");
  await migrate(db, directory, "0.10.0");
  file("0003_after.sql", "select 1");
  await migrate(db, directory, "0.11.0");
  remove("0003_after.sql");
  const said = "数据库比程序新：它已由 0.11.0 版升级（0003_after.sql），本程序是 0.10.0 版。请启动 0.11.0 或更新的版本";
  await expect(migrate(db, directory, "0.10.0")).rejects.toThrow(said);
  remove("0002_next.sql");
  await expect(migrate(db, directory, "0.2.0")).rejects.toThrow("请启动 0.11.0 或更新的版本");
});

test("what a program brought that left no version is named", async () => {
  await db.query(
    "create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz default now())",
  );
  await db.query("insert into schema_migration values ('0009_unknown.sql', 'x')");
  await expect(migrate(db, directory, "0.2.0")).rejects.toThrow(
    "数据库比程序新：已执行过 0009_unknown.sql，但本程序（0.2.0 版）里没有它，请升级程序",
  );
  await db.query("delete from schema_migration");
  await migrate(db, directory, "0.2.0");
  expect(await db.query("select name, version from schema_migration")).toEqual([
    { name: "0001_shop.sql", version: "0.2.0" },
  ]);
});

test("two files may not claim one number", () => {
  file("0001_other.sql", "select 1");
  expect(() => readMigrations(directory)).toThrow(/编号相同/);
});

test("the product's own files are readable and numbered without a clash", () => {
  expect(readMigrations().length).toBeGreaterThan(0);
});
