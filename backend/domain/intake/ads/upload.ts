import type { RuleContext } from "#backend/engine/documents";
import { type OpenReport, rowsOf } from "#backend/engine/reports/read";
import { unpacked } from "#backend/engine/reports/unpack";
import { FOLLOWED_DAYS } from "#backend/ledgers/facts/ad-days";
import { sameName } from "#backend/ledgers/facts/ad-statements";
import { patchRow } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { entriesOf } from "#documents/kit";
import { cell, signOf } from "../cells";
import type { AccountStore } from "../places";
import { heldFewer, periodOf } from "../rows";
import type { ReportTaken, ReportTold, TakenKind, TakenReport } from "../taken";
import { CONSOLE_KINDS, consoleAmounts, consoleRow, unreadable } from "./console";
import { objectsIn } from "./json-rows";
import { AD_KINDS, type AdKindName, type AdRowRead } from "./kinds";
import {
  type AdDaysTold,
  type AdRowsKept,
  type AdTold,
  adDaysTold,
  dropAdRows,
  endAdReport,
  isFarLess,
  keepAdRows,
  kindOfRequest,
  readAdRows,
  takeAdDay,
} from "./stage";

const broken = () => conflict("文件不是完整的广告报告（JSON），请重新下载原文件");
const objects = (open: OpenReport) => objectsIn(unpacked(open), { broken });

/**
 * Which report of the interface a file is, by the keys of its first row; SB and SD have the same of campaigns.
 * @throws Refusal 409 naming what the nearest one lacks
 */
export async function adKindOf(open: OpenReport): Promise<AdKindName> {
  let first: unknown;
  for await (const [row] of objects(open)) {
    first = row;
    break;
  }
  if (first === undefined) throw conflict("文件里没有数据行，无法识别是哪一种广告报告");
  const keys = Object.keys(Object(first));
  const fault = unreadable(keys);
  if (fault) throw conflict(fault);
  const ofTerms = keys.includes("searchTerm");
  const [best] = entriesOf(CONSOLE_KINDS)
    .filter(([name]) => (name === "spSearchTerm") === ofTerms)
    .map(([name]) => {
      const needs = AD_KINDS[name]?.needs ?? [];
      return { name, needs, missing: needs.filter((key) => !keys.includes(key)) };
    })
    .sort((a, b) => a.missing.length - b.missing.length || b.needs.length - a.needs.length);
  if (!best || best.missing.length) throw conflict(`无法识别的广告报告（JSON）：行中缺少${best?.missing.join("、")}`);
  return best.name;
}

/** Rows of a file of either kind, as the facts take them. */
async function* rowsGiven(type: AdKindName, taken: ReportTaken, store: AccountStore): AsyncGenerator<AdRowRead[]> {
  const { open, charset, columns } = taken;
  if (!columns.length) {
    yield* readAdRows(kindOfRequest({ type }), objects(open), conflict);
    return;
  }
  const sign = await signOf(taken, consoleAmounts(type), store.siteCode);
  let country: string | undefined;
  for await (const rows of rowsOf(open, charset, columns))
    yield rows.map((row) => {
      const said = cell(row, "country");
      country ??= said;
      if (said !== country) throw conflict(`第${row.no}行的国家${said}与前面的${country}不同，请每个店铺下载一份`);
      return consoleRow(type, row, sign, store);
    });
}

const FILE_NAMES = { SB: /sponsored[\s_-]*brands|sbcampaigns/i, SD: /sponsored[\s_-]*display|sdcampaigns/i } as const;
const ALIKE = { SB: "sbCampaigns", SD: "sdCampaigns" } as const;

/** Kinds of advertising in which the store has the campaigns that were kept of a report. $1 tenant, $2 store, $3 report */
const KNOWN = `
  select distinct c.ad_product as product from ad_report_row r
    join ad_campaign c on c.tenant_id = $1 and c.store_id = $2 and c.ad_product in ('SB', 'SD')
      and case when r.body ->> 'campaignId' is null then ${sameName("c.campaign_name")} = ${sameName("r.body ->> 'campaignName'")}
        else coalesce(c.platform_id, c.campaign_id::text) = r.body ->> 'campaignId' end
  where r.report_id = $3 order by 1`;

/**
 * Whether campaigns are of brands or of display: their reports look alike. The name that the platform gives the file
 * says it, else the campaigns that the store has already.
 * @throws Refusal 409 where neither does, or they contradict each other
 */
async function productOf(
  { sql, tenantId }: RuleContext,
  told: Pick<AdTold, "id" | "storeId">,
  fileName: string | null,
): Promise<"SB" | "SD"> {
  const known = await sql.query<{ product: "SB" | "SD" }>(KNOWN, [tenantId, told.storeId, told.id]);
  const said = entriesOf(FILE_NAMES).flatMap(([product, name]) => (name.test(fileName ?? "") ? product : []));
  const [product, ...more] = said.length ? said : known.map((one) => one.product);
  if (!product || more.length)
    throw conflict("分不清是SB还是SD的活动报告：文件名请含“Sponsored Brands”或“Sponsored Display”，再重新上传");
  if (known.length && !known.some((one) => one.product === product))
    throw conflict(`文件名说是${product}的报告，其中的活动在该店铺却是${known[0]?.product}的`);
  return product;
}

/** A report of a file, beside those that were asked for; the same order of time holds for all. */
async function insertReport({ sql, tenantId, caller }: RuleContext, report: TakenReport, type: AdKindName) {
  const made = await sql.one<{ id: string; profileId: string }>(
    `insert into ad_report (tenant_id, store_id, report_type, start_date, end_date, state, asked_by, create_by, accepted,
       report_file_id, told_time)
     select $1, s.id, $3, now()::date, now()::date, 'waiting', 'upload', $4, $5, $6, least($7::timestamptz, now())
     from store s where s.id = $2
     returning id, (select coalesce(s.ad_profile_id, '') from store s where s.id = store_id) as "profileId"`,
    [tenantId, report.storeId, type, caller.userId, report.replaces === true, report.id, report.reportTime],
  );
  if (!made) throw conflict("店铺不存在");
  return made;
}

/**
 * What of a file from its first to its last day was not taken, and why.
 * @throws Refusal 409 where none of it can be
 */
function leftOut(
  [first, last]: NonNullable<AdRowsKept["days"]>,
  { followed, newer }: Pick<AdDaysTold, "followed" | "newer">,
): string | null {
  const [from, till] = [followed[0], followed.at(-1)];
  if (!from || !till)
    throw conflict(`${first}至${last}的数据不能导入：超过${FOLLOWED_DAYS}天的平台不再更新，今天的还没有结束`);
  const said: string[] = [];
  if (first < from) said.push(`${first}起的日期超过${FOLLOWED_DAYS}天，平台不再更新，未导入`);
  if (last > till) said.push(`${last}还没有结束，未导入`);
  if (newer.length) said.push(`${newer.length}天已有较新的报告（${newer[0]}等），未改变`);
  return said.join("；") || null;
}

/**
 * Takes what a file says of a store's advertising, as the interface's reports are taken (figures.md A.4): the days from
 * its first to its last one are told as a whole.
 * @param type SB stands for both kinds of campaigns that look alike
 */
const takeAds =
  (type: AdKindName): TakenKind["take"] =>
  async (c, report, taken, [store]): Promise<ReportTold> => {
    const { sql, tenantId } = c;
    const { id, profileId } = await insertReport(c, report, type);
    const kept = await keepAdRows(
      sql,
      { id, storeId: store.id },
      { rows: rowsGiven(type, taken, store), refuse: conflict },
    );
    if (!kept.days) throw conflict("文件里没有数据行");
    const alike = type === ALIKE.SB || type === ALIKE.SD;
    const kind = alike ? ALIKE[await productOf(c, { id, storeId: store.id }, report.fileName)] : type;
    const [start, end] = kept.days;
    await patchRow(sql, "ad_report", id, { report_type: kind, start_date: start, end_date: end });
    const told: AdTold = { id, tenantId, storeId: store.id, type: kind, accepted: report.replaces === true };
    const found = await adDaysTold(sql, told);
    const problem = leftOut(kept.days, found);
    // Of other days nothing was told.
    await patchRow(sql, "ad_report", id, { start_date: found.followed[0], end_date: found.followed.at(-1) });
    const answer = { kind, rowCount: kept.count, ...periodOf(new Set(kept.days)) };
    if (isFarLess(found, told)) {
      await dropAdRows(sql, id);
      await sql.query("delete from ad_report where report_file_id = $1", [report.id]);
      return { ...answer, ...heldFewer(found.had, found.has) };
    }
    const { adProduct, level } = kindOfRequest(told);
    const sums = (day: string) => level === "products" && adProduct !== "SB" && !found.withCampaigns.has(day);
    for (const day of found.days) await takeAdDay(sql, told, profileId, day, sums(day));
    await endAdReport(sql, told, kept.count);
    return { ...answer, problem };
  };

const fileOf = (type: AdKindName): TakenKind => {
  const { columns, more, unlike } = CONSOLE_KINDS[type];
  return { columns, more, unlike, ofStore: true, fault: unreadable, take: takeAds(type) };
};

/** Reports of advertising as files of their console, or as the interface delivers them. */
export const AD_FILES: Readonly<Record<AdKindName, TakenKind>> = {
  spCampaigns: fileOf("spCampaigns"),
  sbCampaigns: fileOf("sbCampaigns"),
  sdCampaigns: fileOf("sdCampaigns"),
  spAdvertisedProduct: fileOf("spAdvertisedProduct"),
  sdAdvertisedProduct: fileOf("sdAdvertisedProduct"),
  spTargeting: fileOf("spTargeting"),
  spSearchTerm: fileOf("spSearchTerm"),
};
