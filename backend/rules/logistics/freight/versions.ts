import type { RowOf } from "#documents/kit";
import type { freightTemplate } from "#documents/logistics/freight-template";
import type { FreightTerms } from "#documents/logistics/freight-types";
import { transfer } from "#documents/logistics/transfer";
import { visible } from "../../../documents/reading/where";
import type { RuleContext } from "../../../documents/rules";

/** What of a template makes a price, as a version keeps it. */
export function termsOf(row: RowOf<typeof freightTemplate>): FreightTerms {
  const { billingType, currency, volumeDivisor, roundUnitKg, roundScope, minCharge } = row;
  return {
    ...{ billingType, currency, volumeDivisor, roundUnitKg, roundScope, minCharge },
    destZone: row.destZone,
    items: row.items.map(
      ({ kind, fromQty, toQty, unitPrice, containerType, name, calcType, value, condition }) => ({
        ...{ kind, fromQty, toQty, unitPrice, containerType, name, calcType, value, condition },
      }),
    ),
  };
}

/**
 * Keeps what an enabled template says: as its present version while nothing of its price changed, else
 * as the next one. Answers the version.
 */
export async function keepVersion(
  { sql, tenantId, caller }: RuleContext,
  row: RowOf<typeof freightTemplate>,
): Promise<number> {
  const terms = JSON.stringify(termsOf(row));
  const last = await sql.one<{ version: number; same: boolean }>(
    `select template_version as version, terms = $2::jsonb as same from freight_template_version
     where template_id = $1 order by template_version desc limit 1`,
    [row.id, terms],
  );
  if (last?.same) return last.version;
  const version = (last?.version ?? 0) + 1;
  await sql.query(
    `insert into freight_template_version (tenant_id, template_id, template_version, terms, create_by)
     values ($1, $2, $3, $4, $5)`,
    [tenantId, row.id, version, terms, caller.userId],
  );
  await sql.query("update freight_template set template_version = $2 where id = $1", [
    row.id,
    version,
  ]);
  return version;
}

/** Versions of a template, newest first, with how many transfers that the caller sees each priced. */
export const versionsOf = ({ sql, tenantId, caller }: RuleContext, id: string) => {
  const seen = visible(transfer, caller).and("t.freight_template_id = ?", id);
  const at = seen.values.length;
  return sql.query<{
    version: number;
    terms: FreightTerms;
    time: string;
    by: string | null;
    priced: number;
  }>(
    `select v.template_version as version, v.terms, v.create_time as time, u.displayname as by,
       (select count(*)::int from ${transfer.table} t
        where ${seen} and t.freight_template_version = v.template_version) as priced
     from freight_template_version v left join sys_user u on u.id = v.create_by
     where v.template_id = $${at + 1} and v.tenant_id = $${at + 2}
     order by v.template_version desc limit 50`,
    [...seen.values, id, tenantId],
  );
};
