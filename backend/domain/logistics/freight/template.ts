import { patch, type RuleContext, readWhole, rules, transition, visible } from "#backend/engine/documents";
import { lockAdvisory } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { exact } from "#documents/logistics/exact";
import { freightTemplate } from "#documents/logistics/freight-template";
import type { FreightTerms, FreightVersion } from "#documents/logistics/freight-types";
import { transfer } from "#documents/logistics/transfer";

type TemplateDraft = DraftOf<typeof freightTemplate>;
type TemplateLine = LineDraft<typeof freightTemplate, "items">;

const at = (i: number, name: keyof TemplateLine, message: string) => invalidAt(`items.${i}.${name}`, message);

/** Tiers follow each other without a gap; the last one alone has no end. */
function requireContiguous(tiers: readonly { line: TemplateLine; i: number }[]) {
  const rows = tiers.map(({ line, i }) => ({
    i,
    from: exact(line.fromQty),
    to: line.toQty ? exact(line.toQty) : undefined,
  }));
  rows.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  rows.forEach(({ i, from, to }, n) => {
    if (to !== undefined && to <= from) throw at(i, "toQty", "止须大于起");
    const next = rows[n + 1];
    if (next && to !== next.from) throw at(next.i, "fromQty", "阶梯区间不连续或重叠");
  });
}

function requireTier(billingType: TemplateDraft["billingType"], line: TemplateLine, i: number) {
  if (!line.unitPrice) throw at(i, "unitPrice", "请输入单价");
  if (billingType === "container") {
    if (!line.containerType) throw at(i, "containerType", "请选择柜型");
  } else if (!line.fromQty) line.fromQty = "0";
  line.name = null;
  line.calcType = null;
  line.value = null;
  line.condition = null;
}

function requireSurcharge(line: TemplateLine, i: number) {
  if (!line.name) throw at(i, "name", "请输入附加费名称");
  if (!line.calcType) throw at(i, "calcType", "请选择计算方式");
  if (!line.value) throw at(i, "value", "请输入值");
  line.condition ??= "always";
  line.fromQty = null;
  line.toQty = null;
  line.unitPrice = null;
  line.containerType = null;
}

function requireContainers(tiers: readonly { line: TemplateLine; i: number }[]) {
  const seen = new Set<unknown>();
  for (const { line, i } of tiers) {
    if (seen.has(line.containerType)) throw at(i, "containerType", "柜型重复");
    seen.add(line.containerType);
    line.fromQty = null;
    line.toQty = null;
  }
}

/** Lines as their kind asks for them. @throws Refusal 400 at a line, 阶梯区间不连续或重叠 */
function requireLines({ billingType, items = [] }: TemplateDraft): void {
  items.forEach((line, i) => {
    if (line.kind === "surcharge") requireSurcharge(line, i);
    else requireTier(billingType, line, i);
  });
  const tiers = items.flatMap((line, i) => (line.kind === "surcharge" ? [] : [{ line, i }]));
  if (!tiers.length) throw conflict("请至少添加一条阶梯");
  if (billingType === "container") requireContainers(tiers);
  else requireContiguous(tiers);
}

/** What the way of billing and the dates ask for. @throws Refusal 400 */
function requireTerms(whole: TemplateDraft): void {
  const { validFrom, validTo, transitDaysMin, transitDaysMax, billingType } = whole;
  if (validFrom && validTo && validTo < validFrom) throw invalidAt("validTo", "失效日期不能早于生效日期");
  if ((transitDaysMax ?? 0) < (transitDaysMin ?? 0)) throw invalidAt("transitDaysMax", "最慢时效不能小于最快时效");
  if (billingType !== "weight") return;
  if (!whole.volumeDivisor) throw invalidAt("volumeDivisor", "请输入材积系数");
  if (!whole.roundUnitKg) throw invalidAt("roundUnitKg", "请选择进位");
  if (!whole.roundScope) throw invalidAt("roundScope", "请选择进位方式");
}

/** What of a template makes a price, as a version keeps it. */
function termsOf(row: RowOf<typeof freightTemplate>): FreightTerms {
  const { billingType, currency, volumeDivisor, roundUnitKg, roundScope, minCharge } = row;
  return {
    billingType,
    currency,
    volumeDivisor,
    roundUnitKg,
    roundScope,
    minCharge,
    destZone: row.destZone,
    items: row.items.map(({ kind, fromQty, toQty, unitPrice, containerType, name, calcType, value, condition }) => ({
      kind,
      fromQty,
      toQty,
      unitPrice,
      containerType,
      name,
      calcType,
      value,
      condition,
    })),
  };
}

/**
 * Keeps what an enabled template says: as its present version while nothing of its price changed, else
 * as the next one. Answers the version.
 */
async function keepVersion(
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
  await patch({ sql }, freightTemplate, row.id, { templateVersion: version });
  return version;
}

/** Versions of a template, newest first, with how many transfers that the caller sees each priced. */
const versionsOf = ({ sql, tenantId, caller }: RuleContext, id: string) => {
  const seen = visible(transfer, caller).and("t.freight_template_id = ?", id);
  const at = seen.values.length;
  return sql.query<FreightVersion>(
    `select v.template_version as version, v.terms, v.create_time as time, u.displayname as by,
       (select count(*)::int from ${transfer.table} t
        where ${seen} and t.freight_template_version = v.template_version) as priced
     from freight_template_version v left join sys_user u on u.id = v.create_by
     where v.template_id = $${at + 1} and v.tenant_id = $${at + 2}
     order by v.template_version desc limit 50`,
    [...seen.values, id, tenantId],
  );
};

type TemplateRow = RowOf<typeof freightTemplate>;

/** Number of another enabled template of the channel for the same place and days. */
async function overlapping({ sql, tenantId }: RuleContext, row: TemplateRow): Promise<string | undefined> {
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
      tenantId,
      row.id,
      row.providerId,
      row.channelName,
      row.destCountry,
      row.validFrom,
      row.validTo,
      row.destZone ?? [],
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
