import type { RowOf } from "#documents/kit";
import { freightTemplate } from "#documents/logistics/freight-template";
import { lockAdvisory } from "../../../db/advisory";
import { readWhole } from "../../../documents/reading/row";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { requireLines, requireTerms } from "./guards";
import { keepVersion, versionsOf } from "./versions";

type Row = RowOf<typeof freightTemplate>;

/** Number of another enabled template of the channel for the same place and days. */
async function overlapping({ sql, tenantId }: RuleContext, row: Row): Promise<string | undefined> {
  if (sql.held) await lockAdvisory(sql, "freightPeriod", `${tenantId}/${row.providerId}`);
  const other = await sql.one<{ no: string }>(
    `select no from freight_template
     where tenant_id = $1 and del_flag = 0 and status = 'enabled' and id <> $2 and provider_id = $3
       and channel_name = $4 and dest_country = $5 and valid_from <= $7 and valid_to >= $6
       and (coalesce(cardinality(dest_zone), 0) = 0 or cardinality($8::text[]) = 0
         or exists (select 1 from unnest(dest_zone) a, unnest($8::text[]) b
           where upper(a) like upper(b) || '%' or upper(b) like upper(a) || '%'))
     order by id limit 1`,
    [
      ...[tenantId, row.id, row.providerId, row.channelName, row.destCountry],
      ...[row.validFrom, row.validTo, row.destZone ?? []],
    ],
  );
  return other && `同渠道同期限已有启用模板${other.no}`;
}

const enable = transition(freightTemplate, "enable", {
  lock: async (c, row) => ({ taken: await overlapping(c, row) }),
  guard({ row, taken }) {
    if (row.validTo < today()) return `模板已于${row.validTo}过期`;
    return taken;
  },
  effect: async (c, { row }) => void (await keepVersion(c, row)),
});

/** 运费模板 (supply.md 5). */
export const freightTemplateRules = rules(freightTemplate, {
  async enrichOne(c, row) {
    row.versions = await versionsOf(c, row.id);
  },
  async beforeSave(_c, next, before) {
    const whole = { ...before, ...next };
    next.destZone = (whole.destZone ?? []).map((z) => z.trim().toUpperCase()).filter(Boolean);
    requireTerms(whole);
    requireLines(whole);
    next.items = whole.items;
  },
  async afterSave(c, id, _next, before) {
    if (before?.status !== "enabled") return;
    const row = await readWhole(c, freightTemplate, id);
    const taken = await overlapping(c, row);
    if (taken) throw conflict(taken);
    await keepVersion(c, row);
  },
  transitions: [enable],
});
