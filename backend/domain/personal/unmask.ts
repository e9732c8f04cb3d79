import { tellAdmins } from "#backend/engine/connect/feed-runs";
import type { Extra, RuleContext } from "#backend/engine/documents";
import { lockAdvisory, pickRow } from "#backend/platform/db";
import { snake } from "#backend/platform/db/names";
import { conflict } from "#backend/platform/http";
import { openAddress, openSecret } from "#backend/platform/personal/open";
import { type Address, addressNames, allFields, type DocumentType, SECRET_SET } from "#documents/kit";

/** Looks of one person on one day. */
export const MOST_LOOKS = 30;

const GONE = "没有收件信息，或已按保留期限清除";

async function looksToday({ sql, tenantId, caller }: RuleContext): Promise<number> {
  const row = await sql.one<{ n: number }>(
    `select count(*)::int as n from pii_access_log where tenant_id = $1 and user_id = $2
       and create_time >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`,
    [tenantId, caller.userId],
  );
  return row?.n ?? 0;
}

/** Keeps who looks, and why. @throws Refusal 409 今日查看次数已达上限 */
async function keepLook(
  c: RuleContext,
  document: DocumentType,
  look: { id: string; no: string; what: string; why: string },
) {
  const { sql, tenantId, caller } = c;
  await lockAdvisory(sql, "looks", `${tenantId}/${caller.userId}`);
  const before = await looksToday(c);
  if (before >= MOST_LOOKS) throw conflict("今日查看次数已达上限");
  await sql.query(
    `insert into pii_access_log (tenant_id, create_by, user_id, document, document_id, kind,
       document_no, what, reason, ip)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tenantId, caller.userId, document.name, look.id, document.label, look.no, look.what, look.why, c.ip ?? null],
  );
  // The refusal of one more writes nothing, so they hear of it with the last one.
  if (before + 1 === MOST_LOOKS)
    await tellAdmins(sql, tenantId, {
      title: `${caller.displayname}今日查看敏感信息已达上限`,
      pushDescribe: `${caller.displayname}今天查看收件信息${MOST_LOOKS}次，再查看将被拒绝`,
      bizPath: `/admin/piiAccess/index?userId=${caller.userId}`,
    });
}

/** An address in one line, as it is written on a parcel. */
const inWords = (address: Address) => addressNames.flatMap((part) => (address[part] ? [address[part]] : [])).join("　");

/** What 查看收件信息 (`unmaskAddress`) does to a document whose address is `name`. */
export const wholeAddress = <N extends string>(document: DocumentType, name: N) => ({
  guard: ({ row }: { row: { [F in N]: string | null } }) => !row[name] && GONE,
  async effect(c: RuleContext, { row }: { row: { id: string } }, { why }: { why: string }): Extra {
    const display = snake(document.display);
    const shown = await pickRow<Record<string, string>>(c.sql, document.table, row.id, [display]);
    const what = allFields(document)[name]?.label ?? name;
    await keepLook(c, document, { id: row.id, no: shown?.[display] ?? row.id, what, why });
    const address = await openAddress(c.sql, document, row.id, name);
    if (!address) throw conflict(GONE);
    return { told: inWords(address) };
  },
});

/** What an action that shows secrets of a row whole does: each with its label, after what goes with them. */
export const wholeSecrets = <N extends string, R extends { id: string; no: string }>(
  document: DocumentType,
  names: readonly N[],
  beside: (row: R) => readonly (string | null)[],
) => ({
  guard: ({ row }: { row: { [F in N]: string | null } }) =>
    !names.some((name) => row[name] === SECRET_SET) && "没有收款资料",
  async effect(c: RuleContext, { row }: { row: R }, { why }: { why: string }): Extra {
    const labelOf = (name: string) => allFields(document)[name]?.label ?? name;
    const what = names.map(labelOf).join("、");
    await keepLook(c, document, { id: row.id, no: row.no, what, why });
    const said = beside(row).flatMap((text) => text || []);
    for (const name of names) {
      const text = await openSecret(c.sql, document, name, row.id);
      if (text) said.push(`${labelOf(name)} ${text}`);
    }
    return { told: said.join("　") };
  },
});
