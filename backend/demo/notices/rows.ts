import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";
import { LEADER_ACCOUNTS, ROLE_ACCOUNTS } from "#backend/platform/tenancy/organisation/accounts";
import { DEPTS } from "#backend/platform/tenancy/organisation/depts";
import { deptId } from "#backend/platform/tenancy/organisation/insert";
import { ROLES } from "#backend/platform/tenancy/roles/roles";
import { type Chance, turn } from "../random";

/** Raw material of the demo notices: what, by push type (market.md §9). */
interface NoticeText {
  pushType: "1" | "2" | "3" | "4";
  title: string;
  describe: string;
  points: string[];
}

const text = (pushType: NoticeText["pushType"], title: string, describe: string, ...points: string[]): NoticeText => ({
  pushType,
  title,
  describe,
  points,
});

/** `{month}` becomes the month of the notice. */
const NOTICE_TEXTS: NoticeText[] = [
  text(
    "1",
    "{month}全员会议安排",
    "本月全员会议于最后一个周五下午三点召开，请各部门准备汇报材料。",
    "会议时间：最后一个周五 15:00–17:00",
    "各部门负责人提前两个工作日提交汇报材料",
    "异地同事通过线上会议参加",
  ),
  text(
    "1",
    "{month}办公用品领用通知",
    "办公用品按部门统一领用，请于每月十日前提交清单。",
    "每月十日前由部门助理汇总清单",
    "超出标准的申请须说明用途",
  ),
  text(
    "2",
    "系统{month}版本更新说明",
    "列表导出、批量审批与消息中心有改进，更新期间无需停机。",
    "列表导出支持最多 50000 行",
    "待办支持批量通过，每次最多 50 条",
    "消息中心新增未读筛选",
  ),
  text(
    "2",
    "{month}系统维护预告",
    "周六 22:00 至 23:00 进行数据库维护，期间可能短暂不可用。",
    "维护窗口：周六 22:00–23:00",
    "请提前保存未提交的单据",
  ),
  text(
    "3",
    "采购付款管理办法（{month}修订）",
    "修订了预付比例、合同门槛与大额付款的审批要求，自发布之日起执行。",
    "单笔超过 1000 元的采购须签订合同",
    "付款达到 50000 元须走 OA 付款",
    "预付款比例不得高于合同约定",
  ),
  text(
    "3",
    "样品管理规定（{month}修订）",
    "明确了封样、寄样与样品归还的责任人和时限。",
    "封样有效期到期前三十天提醒",
    "寄样须关联合作单并登记物流",
  ),
  text(
    "3",
    "账号与数据安全须知（{month}）",
    "请勿共用账号，离开座位请锁屏；查看敏感信息会留下记录。",
    "账号仅限本人使用",
    "离开座位请使用锁屏",
    "导出的数据不得外传",
  ),
  text(
    "4",
    "{month}大促备货提醒",
    "请各运营小组核对备货计划，头程截止时间临近。",
    "核对在途与可用库存",
    "海运截止时间以物流部通知为准",
    "缺口请尽快提交请购",
  ),
  text(
    "4",
    "{month}月结关账提醒",
    "请在每月三日前完成上月单据的审批与入账。",
    "未审批的出入库单请及时处理",
    "关账后不能再录入上月业务",
  ),
  text(
    "4",
    "{month}盘点安排",
    "深圳仓与义乌仓本月底盘点，盘点期间暂停出库。",
    "盘点前完成在途签收",
    "差异请在两个工作日内复核",
  ),
  text(
    "1",
    "{month}新员工入职培训",
    "新入职同事请按部门参加流程与系统培训。",
    "上午讲解业务流程，下午上机练习",
    "培训后由部门负责人确认权限",
  ),
  text(
    "1",
    "{month}消防演练通知",
    "各楼层同步演练，请听从疏散引导员安排。",
    "听到警报后从最近的安全出口离开",
    "仓库区域由仓储部单独组织",
  ),
  text(
    "2",
    "移动端{month}功能更新",
    "手机上可以处理待办、查看消息和常用列表。",
    "首页可按分组查找菜单",
    "最近访问的菜单保留十二个",
  ),
  text(
    "3",
    "费用报销细则（{month}修订）",
    "调整了差旅与推广费用的标准和提交时限。",
    "费用发生后三十日内提交",
    "推广费用须关联活动或合作单",
  ),
  text(
    "3",
    "库存差异处理办法（{month}修订）",
    "明确差异的复核、审批与入账责任。",
    "差异超过 2000 元须财务复核",
    "期初调整只能由财务发起",
  ),
  text(
    "4",
    "{month}头程截单时间",
    "请按运输方式安排发货，逾期顺延至下一航次。",
    "海运提前三十五天，空运提前十天",
    "带电产品须提前提交资料",
  ),
  text(
    "4",
    "{month}广告预算提交提醒",
    "请各小组在月底前提交下月广告目标与预算。",
    "预算由部门经理审批",
    "超出目标的投放会收到提醒",
  ),
  text(
    "4",
    "{month}供应商对账提醒",
    "请采购员在每月五日前完成上月对账。",
    "对账差异请附送货与签收单号",
    "未对账的供应商暂停请款",
  ),
];

// Wall clock arithmetic: the text means Asia/Shanghai, the machine's own zone must not matter.
dayjs.extend(utc);
const WIRE = "YYYY-MM-DD HH:mm:ss";

type NoticeRowStatus = "draft" | "auditing" | "approved" | "pushed" | "rejected" | "revoked" | "expired";

/** market.md §13: of 60 notices 80 % are pushed and 5 % wait for audit; the others share the rest. */
const PUBLISHED: [NoticeRowStatus, number][] = [
  ["expired", 2],
  ["revoked", 1],
  ["pushed", 48],
];
const PENDING: [NoticeRowStatus, number][] = [
  ["draft", 3],
  ["rejected", 1],
  ["auditing", 3],
  ["approved", 2],
];
const AUDITED: NoticeRowStatus[] = ["expired", "revoked", "pushed", "rejected", "approved"];

const spread = (mix: [NoticeRowStatus, number][], scale: number) =>
  mix.flatMap(([status, n]) => Array<NoticeRowStatus>(Math.max(1, Math.round(n * scale))).fill(status));

const userId = (roleCode: string) => ROLE_ACCOUNTS.findIndex((a) => a.roleCode === roleCode) + 1;

const html = (t: NoticeText) =>
  `<p>${t.describe}</p><ul>${t.points.map((p) => `<li>${p}</li>`).join("")}</ul><p>如有疑问，请联系发布部门。</p>`;

function scope(chance: Chance, key: string) {
  const kind = chance.u(`${key}:scope`);
  const to = (scope_type: "all" | "dept" | "role" | "user", scope_ids: number[]) => ({ scope_type, scope_ids });
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
    ...spread(PENDING, scale).map((status, i) => ({ status, daysBack: chance.u(`pending:${i}`) * 5 })),
  ];
  const perDay = new Map<string, number>();
  return planned
    .map((plan, i) => ({ ...plan, created: createTime(chance, today, `notice:${i}`, plan.daysBack) }))
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

function row(chance: Chance, today: string, i: number, status: NoticeRowStatus, created: dayjs.Dayjs) {
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
    tenant_id: 1,
    version: 0,
    del_flag: 0,
    generated: false,
    remind_times: [],
    target_count: 0,
    read_count: 0,
    channels: ["site"],
    create_by: author,
    status,
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
