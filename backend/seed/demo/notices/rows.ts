import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";
import { LEADER_ACCOUNTS, ROLE_ACCOUNTS } from "../../../tenancy/organisation/accounts";
import { DEPTS } from "../../../tenancy/organisation/depts";
import { deptId } from "../../../tenancy/organisation/insert";
import { ROLES } from "../../../tenancy/roles/roles";
import { type Chance, turn } from "../random";
import { NOTICE_TEXTS, type NoticeText } from "./texts";

// Wall clock arithmetic: the text means Asia/Shanghai, the machine's own zone must not matter.
dayjs.extend(utc);
const WIRE = "YYYY-MM-DD HH:mm:ss";

type Status = "draft" | "auditing" | "approved" | "pushed" | "rejected" | "revoked" | "expired";

/** market.md §13: of 60 notices 80 % are pushed and 5 % wait for audit; the others share the rest. */
const PUBLISHED: [Status, number][] = [
  ["expired", 2],
  ["revoked", 1],
  ["pushed", 48],
];
const PENDING: [Status, number][] = [
  ["draft", 3],
  ["rejected", 1],
  ["auditing", 3],
  ["approved", 2],
];
const AUDITED: Status[] = ["expired", "revoked", "pushed", "rejected", "approved"];

const spread = (mix: [Status, number][], scale: number) =>
  mix.flatMap(([status, n]) => Array<Status>(Math.max(1, Math.round(n * scale))).fill(status));

const userId = (roleCode: string) => ROLE_ACCOUNTS.findIndex((a) => a.roleCode === roleCode) + 1;

const html = (t: NoticeText) =>
  `<p>${t.describe}</p><ul>${t.points.map((p) => `<li>${p}</li>`).join("")}</ul><p>如有疑问，请联系发布部门。</p>`;

function scope(chance: Chance, key: string) {
  const kind = chance.u(`${key}:scope`);
  const to = (scope_type: "all" | "dept" | "role" | "user", scope_ids: number[]) => ({
    scope_type,
    scope_ids,
  });
  if (kind < 0.65) return to("all", []);
  if (kind < 0.8) return to("dept", [deptId(chance.pick(DEPTS.slice(1), `${key}:dept`).key)]);
  if (kind < 0.95) return to("role", [chance.below(ROLES.length, `${key}:role`) + 1]);
  const named = ROLE_ACCOUNTS.length + LEADER_ACCOUNTS.length;
  return to("user", [1, 2 + chance.below(named - 1, `${key}:user`)]);
}

/** Rows of sys_notification in the order of their creation; the newest is of yesterday. */
export function noticeRows(chance: Chance, today: string, scale: number) {
  const published = spread(PUBLISHED, scale);
  const last = Math.max(1, published.length - 1);
  const planned = [
    ...published.map((status, i) => ({ status, daysBack: (1 - i / last) * 180 })),
    ...spread(PENDING, scale).map((status, i) => ({
      status,
      daysBack: chance.u(`pending:${i}`) * 5,
    })),
  ];
  const perDay = new Map<string, number>();
  return planned
    .map((plan, i) => ({
      ...plan,
      created: createTime(chance, today, `notice:${i}`, plan.daysBack),
    }))
    .sort((a, b) => a.created.valueOf() - b.created.valueOf())
    .map(({ status, created }, i) => row(chance, today, i, status, created))
    .map((r, i) => {
      const date = r.create_time.slice(0, 10);
      const number = (perDay.get(date) ?? 0) + 1;
      perDay.set(date, number);
      const no = `TZ${date.slice(2).replaceAll("-", "")}${String(number).padStart(4, "0")}`;
      return { id: i + 1, no, ...r };
    });
}

/** Office hours of a day that is at least yesterday. */
function createTime(chance: Chance, today: string, key: string, daysBack: number) {
  const day = dayjs.utc(today).subtract(Math.floor(daysBack) + 1, "day");
  return day.add(9 * 60 + chance.below(7 * 60, `${key}:minute`), "minute");
}

// No two of eighteen notices in a row say the same: 7 has no factor in common with 18.
const STEP = 7;

function row(chance: Chance, today: string, i: number, status: Status, created: dayjs.Dayjs) {
  const key = `notice:${i}`;
  const submitted = created.add(10 + chance.below(30, `${key}:submit`), "minute");
  const audited = submitted.add(5 + chance.below(30, `${key}:audit`), "minute");
  const t = turn(NOTICE_TEXTS, i * STEP);
  const author = chance.u(`${key}:author`) < 0.3 ? userId("ADMIN") : userId("IT");
  const level = chance.u(`${key}:level`);
  const isPublished = PUBLISHED.some(([s]) => s === status);
  const isSubmitted = status !== "draft";
  const isAudited = AUDITED.includes(status);
  const isRejected = status === "rejected";
  const isRevoked = status === "revoked";
  const when = (yes: boolean, time: dayjs.Dayjs) => (yes ? time.format(WIRE) : null);
  return {
    ...{ tenant_id: 1, version: 0, del_flag: 0, generated: false, remind_times: [] },
    ...{ target_count: 0, read_count: 0, channels: ["site"], create_by: author, status },
    create_time: created.format(WIRE),
    title: t.title.replace("{month}", `${created.month() + 1}月`),
    push_describe: t.describe,
    content: html(t),
    push_type: t.pushType,
    level: level < 0.75 ? "normal" : level < 0.95 ? "important" : "forced",
    ...scope(chance, key),
    push_mode: status === "approved" ? "timed" : "now",
    plan_time: when(status === "approved", dayjs.utc(today).add(2, "day").hour(9)),
    push_time: when(isPublished, audited),
    expire_time: when(status === "expired", audited.add(30, "day")),
    submit_by: isSubmitted ? author : null,
    submit_time: when(isSubmitted, submitted),
    audit_status: !isSubmitted ? null : isRejected ? "2" : isAudited ? "1" : "0",
    audit_by: isAudited ? userId("EXEC") : null,
    audit_time: when(isAudited, audited),
    audit_opinion: !isAudited ? null : isRejected ? "请补充生效日期后再提交" : "同意发布",
    revoke_by: isRevoked ? userId("EXEC") : null,
    revoke_time: when(isRevoked, audited.add(1, "day")),
    revoke_reason: isRevoked ? "内容有误，更正后重新发布" : null,
  };
}
