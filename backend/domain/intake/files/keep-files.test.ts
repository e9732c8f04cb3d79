import { afterAll, beforeAll, expect, test } from "vitest";
import { storesOf } from "#backend/platform/files/store";
import { type Account, besides, openIntake } from "../figures.testing";
import { fortnightText } from "./fortnight.testing";
import { sweepReportFiles } from "./keep-files";

// Files of reports are kept for so many months; what was read of them stays (figures.md A.2).

let account: Account;
beforeAll(async () => {
  account = await openIntake();
});
afterAll(() => account.backend.close());

const text = (no: string) => fortnightText(no, [besides("2026-08-05", "Subscription Fee", "-39.99")]);
const sweep = () => sweepReportFiles(account.backend.db, storesOf(account.backend.config));
const older = (id: string, months: number) =>
  account.backend.db.query("update report_file set create_time = now() - make_interval(months => $2) where id = $1", [
    id,
    months,
  ]);
const read = async (id: string) => (await account.send("GET", `/base/reportfile/${id}`)).data;
const blobs = async () =>
  (await account.backend.db.query<{ hash: string }>("select hash from sys_file_blob order by 1")).length;
const download = async (id: string) => {
  const answer = await fetch(`${account.backend.url}/download/${id}`, {
    headers: { authorization: `Bearer ${account.token}` },
  });
  return answer.ok ? "ok" : (await answer.json()).msg;
};

test("a file that is old enough goes with its content, its row and lines stay and say so", async () => {
  const { us, send, upload, backend } = account;
  const [old, young] = [await upload(us, text("12000000001")), await upload(us, text("12000000002"))];
  const broken = await upload(us, text("12000000003").replace("amount-description", "other"));
  const lines = await backend.db.query("select * from settlement_line order by id");
  const before = await blobs();
  await older(old.id, 26);
  await older(broken.id, 26);
  await older(young.id, 24);
  expect(await download(old.files[0])).toBe("ok");
  await sweep();
  expect(await blobs()).toBe(before - 2);
  expect(await read(old.id)).toMatchObject({ status: "done", problem: "原文件已按保存期限删除", rowCount: 1 });
  expect(await read(young.id)).toMatchObject({ status: "done", problem: null, fileGoneTime: null });
  expect(await download(old.files[0])).toBe("原文件已按保存期限删除");
  expect(await download(young.files[0])).toBe("ok");
  expect(await backend.db.query("select * from settlement_line order by id")).toEqual(lines);
  const failed = await read(broken.id);
  expect(failed.problem).toBe("缺少列：amount-description；原文件已按保存期限删除");
  const again = await send("POST", `/base/reportfile/${broken.id}/retry`, { id: broken.id, version: failed.version });
  expect(again.msg).toBe("原文件已按保存期限删除，请重新上传平台下载的报告");
  // The same again is still known.
  expect(await upload(us, text("12000000001"))).toMatchObject({ status: "duplicate" });
  // A second turn finds nothing to do.
  const rows = await backend.db.query("select id, problem, version from report_file order by id");
  await sweep();
  expect(await backend.db.query("select id, problem, version from report_file order by id")).toEqual(rows);
});

test("content that another file has stays; so does what waits; the parameter says how long", async () => {
  const { us, upload, backend } = account;
  const first = await upload(us, text("12000000004"));
  const second = await upload(us, text("12000000004"));
  expect(second).toMatchObject({ status: "duplicate" });
  await older(first.id, 26);
  const before = await blobs();
  await sweep();
  expect(await blobs()).toBe(before);
  expect(await download(first.files[0])).toBe("原文件已按保存期限删除");
  expect(await download(second.files[0])).toBe("ok");
  const waiting = await upload(us, text("12000000005"));
  await backend.db.query("update report_file set status = 'waiting' where id = $1", [waiting.id]);
  await older(waiting.id, 99);
  await older(second.id, 14);
  await backend.db.query("update sys_param set value = '13' where param_key = 'report_file_months' and tenant_id = 1");
  await sweep();
  expect(await download(waiting.files[0])).toBe("ok");
  expect(await download(second.files[0])).toBe("原文件已按保存期限删除");
});
