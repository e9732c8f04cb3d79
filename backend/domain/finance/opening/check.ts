import dayjs from "dayjs";
import { z } from "zod";
import { type Call, conflict, type Endpoint, endpoint, forbidden, invalidAt } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { holdPhase, type Phase, phaseOf } from "#backend/platform/tenancy/phase";
import { dec, today } from "#backend/platform/values";
import {
  type CheckRow,
  LEAST_NOTE,
  type OpeningCheck,
  openingCheck,
  type SignRole,
} from "#documents/finance/opening-check";
import { checkRows, toleranceOf } from "./measures";
import { type SignAsking, voidSigns } from "./signs";
import { undoAll } from "./undo-all";

const ROLES: readonly SignRole[] = ["FINANCE", "EXEC"];

const dayOf = ({ goLiveDate }: Phase) =>
  dayjs(goLiveDate ?? today())
    .subtract(1, "day")
    .format("YYYY-MM-DD");

interface Sign {
  role: SignRole;
  userId: string;
  by: string;
  time: string;
  voided: string | null;
}

/** The newest signature of each role, void or not. */
const signsOf = ({ sql, tenantId }: SignAsking) =>
  sql.query<Sign>(
    `select distinct on (s.role) s.role, s.user_id::text as "userId", u.displayname as by,
       to_char(s.sign_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as time,
       to_char(s.void_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as voided
     from opening_sign s join sys_user u on u.id = s.user_id
     where s.tenant_id = $1 order by s.role, s.id desc`,
    [tenantId],
  );

/** How many openings there are, and who booked them. */
const counted = async ({ sql, tenantId }: SignAsking) =>
  (await sql.one<{ drafts: number; booked: number; locked: number; bookers: string[] }>(
    `select count(*) filter (where status = 'draft' and kind <> 'correction')::int as drafts,
       count(*) filter (where status = 'booked')::int as booked,
       count(*) filter (where status = 'locked')::int as locked,
       array_agg(distinct booked_by::text) filter (where status = 'booked') as bookers
     from opening where tenant_id = $1 and del_flag = 0`,
    [tenantId],
  )) ?? { drafts: 0, booked: 0, locked: 0, bookers: [] };

/** Who is to sign next, unless all have. */
const nextOf = (signs: readonly Sign[]) => ROLES.find((role) => !signs.some((s) => s.role === role && !s.voided));

type OpeningsCounted = Awaited<ReturnType<typeof counted>>;

/** Why the caller cannot sign now. */
function signRefused({ caller }: Context, rows: readonly CheckRow[], signs: readonly Sign[], n: OpeningsCounted) {
  const next = nextOf(signs);
  if (!next) return "期初核对已签署";
  if (!n.booked) return "还没有已入账的期初单";
  if (n.drafts) return `还有${n.drafts}张期初单未入账`;
  if (n.bookers?.includes(caller.userId)) return "入账人不能签署期初核对";
  const open = rows.filter((row) => row.state === "open").length;
  if (open) return `还有${open}行未填旧系统数`;
  const unsaid = rows.filter((row) => row.state === "off" && (row.note ?? "").length < LEAST_NOTE).length;
  if (unsaid) return `还有${unsaid}行差异未说明`;
  if (caller.roles.includes(next))
    return signs.some((s) => !s.voided && s.userId === caller.userId) && "两次签署不能是同一人";
  // Who comes second and finds the first signature void.
  if (next === "FINANCE") return signs.some((s) => s.voided) ? "期初已变动，请重新签署" : "请先由财务签署";
  return "财务已签署，请管理层签署";
}

/** What was signed last before the first day of work: ledgers went on since. */
const signedRows = async ({ sql, tenantId }: SignAsking): Promise<CheckRow[]> => {
  const kept = await sql.one<{ rows: unknown }>(
    `select rows from opening_sign where tenant_id = $1 and role = 'EXEC' and void_time is null`,
    [tenantId],
  );
  // Those that were signed before rows said so were typed.
  return z.array(openingCheck.shape.rows.element.extend({ told: z.boolean().default(false) })).parse(kept?.rows ?? []);
};

async function checkOf(c: Context): Promise<OpeningCheck> {
  const phase = await phaseOf(c);
  const tolerance = await toleranceOf(c);
  const rows = phase.phase === "live" ? await signedRows(c) : await checkRows(c, dayOf(phase));
  const signs = await signsOf(c);
  const n = await counted(c);
  const none = await c.sql.one<{ by: string }>(
    `select u.displayname as by from setup_skip s join sys_user u on u.id = s.create_by
     where s.tenant_id = $1 and s.key = 'openings'`,
    [c.tenantId],
  );
  const refused = phase.phase === "live" ? "系统已上线" : signRefused(c, rows, signs, n) || null;
  return {
    rows,
    tolerance,
    signs: signs.map(({ role, by, time, voided }) => ({ role, by, time, voided })),
    drafts: n.drafts,
    booked: n.booked,
    locked: n.locked,
    asOfDate: phase.goLiveDate && dayOf(phase),
    noneBy: none?.by ?? null,
    phase: phase.phase,
    refused,
  };
}

/** Work on the check of one tenant, alone, before the first day of work. @throws Refusal 409 系统已上线 */
const alone = <R>({ db, caller, tenantId }: Call, work: (c: Context, phase: Phase) => Promise<R>): Promise<R> =>
  db.tx(async (sql) => {
    const c = { sql, caller, tenantId };
    const phase = await holdPhase(c);
    if (phase.phase === "live") throw conflict("系统已上线，期初只能用更正单");
    return work(c, phase);
  });

const told = (c: Context, action: string, diff: unknown) =>
  writeOperLog(c.sql, {
    tenantId: c.tenantId,
    bizType: "opening_check",
    bizId: c.tenantId,
    action,
    diff,
    operator: c.caller,
  });

const tag = "期初核对";
const read = endpoint({
  path: "/setup/openings/check",
  tag,
  title: "期初核对",
  permission: "setup_opening_view",
  response: openingCheck,
  handle: ({ db, caller, tenantId }) => checkOf({ sql: db, caller, tenantId }),
});

const figures = z.object({
  figures: z
    .array(
      z.object({
        key: z.string().max(60),
        old: z
          .string()
          .trim()
          .max(20)
          .transform((text) => text.replaceAll(",", ""))
          .nullable(),
        note: z.string().trim().max(200, "说明不能超过200个字").nullable(),
      }),
    )
    .max(2000),
});
const NUMBER = /^-?\d{1,14}(\.\d{1,2})?$/;

const type = endpoint({
  method: "post",
  path: "/setup/openings/check",
  tag,
  title: "填写旧系统数",
  permission: "setup_opening_edit",
  body: figures,
  handle: (call) =>
    alone(call, async (c, phase) => {
      const rows = await checkRows(c, dayOf(phase));
      const changed = call.body.figures.flatMap(({ key, old, note }, i) => {
        const row = rows.find((r) => r.key === key);
        if (!row) return [];
        if (old && !NUMBER.test(old)) throw invalidAt(`figures.${i}.old`, `${row.measure}要填写数字，最多2位小数`);
        const same = old ? row.old !== null && dec(row.old).eq(old) : row.old === null;
        if (row.told && !same) throw invalidAt(`figures.${i}.old`, `${row.measure}由平台报告带出，请在FBA库存报告更正`);
        return same && (note || null) === row.note
          ? []
          : [{ key, old: row.told ? null : old || null, note: note || null }];
      });
      if (!changed.length) return true;
      await c.sql.query(
        `insert into opening_figure (tenant_id, key, old_value, note, update_by)
         select $1, x.key, x.old, x.note, $2 from jsonb_to_recordset($3::jsonb) as x(key text, old numeric, note text)
         on conflict (tenant_id, key) do update set old_value = excluded.old_value, note = excluded.note,
           update_by = excluded.update_by, update_time = now()`,
        [c.tenantId, c.caller.userId, JSON.stringify(changed)],
      );
      await voidSigns(c);
      await told(c, "填写旧系统数", { figures: [null, changed] });
      return true;
    }),
});

const sign = endpoint({
  method: "post",
  path: "/setup/openings/sign",
  tag,
  title: "签署期初核对",
  permission: "setup_opening_sign",
  handle: (call) =>
    alone(call, async (c, phase) => {
      const rows = await checkRows(c, dayOf(phase));
      const signs = await signsOf(c);
      const refused = signRefused(c, rows, signs, await counted(c));
      if (refused) throw conflict(refused);
      const role = nextOf(signs);
      await c.sql.query("insert into opening_sign (tenant_id, role, user_id, rows) values ($1, $2, $3, $4)", [
        c.tenantId,
        role,
        c.caller.userId,
        JSON.stringify(rows),
      ]);
      await told(c, "签署期初核对", { role: [null, role] });
      return true;
    }),
});

const NONE = "全新公司，无期初";

const none = endpoint({
  method: "post",
  path: "/setup/openings/none",
  tag,
  title: NONE,
  permission: "setup_opening_sign",
  handle: (call) =>
    alone(call, async (c) => {
      if (!c.caller.roles.includes("FINANCE")) throw forbidden("请由财务确认全新公司，无期初");
      const { booked, drafts } = await counted(c);
      if (booked + drafts) throw conflict("已有期初单，不能确认无期初");
      await c.sql.query(
        `insert into setup_skip (tenant_id, key, reason, create_by) values ($1, 'openings', $2, $3)
         on conflict (tenant_id, key) do update set create_by = excluded.create_by, create_time = now()`,
        [c.tenantId, NONE, c.caller.userId],
      );
      await told(c, NONE, null);
      return true;
    }),
});

export const openingEndpoints: Endpoint[] = [read, type, sign, none, undoAll];
