import dayjs from "dayjs";
import { z } from "zod";
import { makeMonths } from "#backend/domain/finance/months";
import { type SignAsking, voidSigns } from "#backend/domain/finance/opening/signs";
import { moveTo } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { patchRow, pickRow, type Sql } from "#backend/platform/db";
import { type Call, conflict, type Endpoint, endpoint, invalidAt } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { holdPhase, type Phase, phaseOf } from "#backend/platform/tenancy/phase";
import { today } from "#backend/platform/values";
import { MOST_DAYS_BACK, NEEDED, SETUP_STEPS, setupPhase } from "#documents/base/setup";
import { opening } from "#documents/finance/opening";
import { stepsOf } from "./setup";

const nameOf = async ({ sql, tenantId }: SignAsking) =>
  (await pickRow<{ name: string }>(sql, "sys_tenant", tenantId, ["name"]))?.name ?? "";

/** Openings in these states, oldest first. */
const openingsIn = ({ sql, tenantId }: SignAsking, status: "draft" | "booked") =>
  sql.query<{ id: string; no: string }>(
    "select id, no from opening where tenant_id = $1 and status = $2 and del_flag = 0 order by id",
    [tenantId, status],
  );

/** Why a planned first day of work is none, by the calendar. */
function dayRefused(day: string | null): string | undefined {
  if (!day) return "请先填写计划启用日";
  if (day > today()) return `启用日${day}还没有到`;
  return day < dayjs(today()).subtract(MOST_DAYS_BACK, "day").format("YYYY-MM-DD")
    ? `启用日${day}早于今天超过${MOST_DAYS_BACK}天`
    : undefined;
}

/** Why a company cannot go live now (company.md 1.2): steps, openings and the day. */
async function goLiveRefused(c: SignAsking, { phase, goLiveDate }: Phase): Promise<string | undefined> {
  if (phase === "live") return "系统已上线";
  const steps = await stepsOf(c.sql, c.tenantId);
  const open = NEEDED.find((key) => steps.find((step) => step.key === key)?.status !== "done");
  if (open) return `“${SETUP_STEPS.find(({ key }) => key === open)?.label}”还没有完成`;
  const openings = steps.find(({ key }) => key === "openings");
  if (openings?.status !== "done" && openings?.status !== "skipped") return "期初核对尚未签署";
  const drafts = await openingsIn(c, "draft");
  if (drafts.length) return `期初单 ${drafts[0]?.no} 未入账，请先入账或删除`;
  return dayRefused(goLiveDate);
}

const inTurn = <R>({ db, caller, tenantId }: Call, work: (c: Context, phase: Phase) => Promise<R>): Promise<R> =>
  db.tx(async (sql) => {
    const c = { sql, caller, tenantId };
    return work(c, await holdPhase(c));
  });

const told = (c: Context, action: string, diff: Record<string, unknown>) =>
  writeOperLog(c.sql, { tenantId: c.tenantId, bizType: "tenant", bizId: c.tenantId, action, diff, operator: c.caller });

const tag = "开始使用";

const phase = endpoint({
  path: "/setup/phase",
  tag,
  title: "建账阶段",
  permission: "setup_guide_view",
  response: setupPhase,
  async handle({ db: sql, tenantId }) {
    const c = { sql, tenantId };
    const now = await phaseOf(c);
    return { ...now, name: await nameOf(c), refused: (await goLiveRefused(c, now)) ?? null };
  },
});

const plan = endpoint({
  method: "post",
  path: "/setup/plan",
  tag,
  title: "计划启用日",
  permission: "setup_guide_edit",
  body: z.object({ goLiveDate: z.iso.date("启用日要填写日期，如2026-01-31") }),
  handle: (call) =>
    inTurn(call, async (c, { phase: now, goLiveDate: before }) => {
      const { goLiveDate } = call.body;
      if (now === "live") throw conflict("系统已上线，启用日不能修改");
      if (goLiveDate === before) return true;
      const [booked] = await openingsIn(c, "booked");
      if (booked) throw conflict(`期初单 ${booked.no} 已入账，请先撤销`);
      await patchRow(c.sql, "sys_tenant", c.tenantId, { go_live_date: goLiveDate });
      await voidSigns(c);
      await told(c, "计划启用日", { goLiveDate: [before, goLiveDate] });
      return true;
    }),
});

/** @throws Refusal 400 for who is not of the tenant, or may not sign in any more */
async function requireOwner(sql: Sql, tenantId: string, ownerId: string) {
  const found = await sql.one(
    "select 1 from sys_user where id = any($1::bigint[]) and tenant_id = $2 and lock_flag = '0' and del_flag = 0",
    [[ownerId], tenantId],
  );
  if (!found) throw invalidAt("ownerId", "请选择可用的用户");
}

const assign = endpoint({
  method: "post",
  path: "/setup/steps/:key/assign",
  tag,
  title: "指派建账步骤",
  permission: "setup_guide_edit",
  params: z.object({ key: z.enum(SETUP_STEPS.map((step) => step.key)) }),
  body: z.object({
    ownerId: z
      .string()
      .regex(/^\d{1,18}$/, "请选择可用的用户")
      .nullable(),
    note: z.string().trim().max(200, "备注不能超过200个字").nullable(),
  }),
  async handle({ db, tenantId, caller, params: { key }, body: { ownerId, note } }) {
    await db.tx(async (sql) => {
      if (ownerId) await requireOwner(sql, tenantId, ownerId);
      const before = await sql.one<{ ownerId: string | null }>(
        `select owner_id::text as "ownerId" from setup_step where tenant_id = $1 and key = $2`,
        [tenantId, key],
      );
      await sql.query(
        `insert into setup_step (tenant_id, key, owner_id, note) values ($1, $2, $3, $4)
         on conflict (tenant_id, key) do update set owner_id = excluded.owner_id, note = excluded.note`,
        [tenantId, key, ownerId, note || null],
      );
      const step = SETUP_STEPS.find((s) => s.key === key);
      if (ownerId && ownerId !== before?.ownerId && ownerId !== caller.userId)
        await notify(sql, {
          tenantId,
          userIds: [ownerId],
          title: `请完成建账步骤“${step?.label}”`,
          pushDescribe: note || step?.why || "",
          bizPath: step?.open,
        });
    });
    return true;
  },
});

const people = endpoint({
  path: "/setup/people",
  tag,
  title: "可指派的人员",
  permission: "setup_guide_edit",
  response: z.array(z.object({ id: z.string(), name: z.string() })),
  handle: ({ db, tenantId }) =>
    db.query(
      `select id::text, displayname as name from sys_user
       where tenant_id = $1 and lock_flag = '0' and del_flag = 0 order by displayname, id limit 500`,
      [tenantId],
    ),
});

const goLive = endpoint({
  method: "post",
  path: "/setup/golive",
  tag,
  title: "上线",
  permission: "setup_guide_golive",
  body: z.object({ name: z.string().trim().max(64) }),
  handle: (call) =>
    inTurn(call, async (c, before) => {
      const refused = await goLiveRefused(c, before);
      if (refused) throw conflict(refused);
      if (call.body.name !== (await nameOf(c))) throw invalidAt("name", "与公司名称不一致");
      await patchRow(c.sql, "sys_tenant", c.tenantId, { phase: "live" });
      const booked = await openingsIn(c, "booked");
      await moveTo(
        c,
        opening,
        booked.map(({ id }) => id),
        "locked",
        "上线",
      );
      await makeMonths(c.sql, c.tenantId);
      await told(c, "上线", { phase: ["setup", "live"], goLiveDate: [null, before.goLiveDate] });
      return true;
    }),
});

export const goLiveEndpoints: Endpoint[] = [phase, plan, people, assign, goLive];
