import dayjs from "dayjs";
import { moveTo, type RuleContext, type RuleValues } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { today as calendarDay } from "#backend/platform/values";
import type { DocumentType } from "#documents/kit";
import { adsFee } from "#documents/kol/ads-fee";
import { cooperation } from "#documents/kol/cooperation";
import { deliver } from "#documents/kol/deliver";
import { star } from "#documents/kol/star";
import { act, approveAll, asSystem, draft, keeperOf, personAt, startFrom } from "../acting";
import { workAgo } from "../clock";
import { uploadSample } from "../sample-files";

/** How far a cooperation comes. */
type KolEnd = "draft" | "auditing" | "approved" | "published" | "finished" | "terminated";

interface KolPlan {
  end: KolEnd;
  mode: "sampleOnly" | "fixed" | "fixedPlus" | "commission";
  /** Fixed fee in USD. */
  fee?: string;
  /** Pieces of the sample; 0: none is sent. */
  samples: number;
  /** Orders and sales that came of it, in the currency of the store. */
  sold?: [orders: number, sales: string];
  /** Days ago on which it was published. */
  published?: number;
}

export const done = (fee: string, days: number, orders: number, sales: string): KolPlan => ({
  end: "finished",
  mode: "fixedPlus",
  fee,
  samples: 2,
  sold: [orders, sales],
  published: days,
});

/** Cooperations of the stars, in their order. */
const PLANS: readonly KolPlan[] = [
  done("600.00", 76, 61, "2480.00"),
  done("320.00", 64, 28, "1190.50"),
  done("450.00", 55, 19, "842.30"),
  done("280.00", 48, 44, "1765.20"),
  done("500.00", 41, 12, "398.00"),
  { end: "published", mode: "fixedPlus", fee: "400.00", samples: 2, sold: [17, "655.40"], published: 9 },
  { end: "published", mode: "fixed", fee: "260.00", samples: 1, sold: [9, "341.10"], published: 14 },
  { end: "published", mode: "commission", samples: 2, sold: [31, "1204.90"], published: 21 },
  { end: "published", mode: "sampleOnly", samples: 2, published: 5 },
  { end: "approved", mode: "fixedPlus", fee: "350.00", samples: 2 },
  { end: "approved", mode: "sampleOnly", samples: 1 },
  { end: "approved", mode: "fixed", fee: "480.00", samples: 2 },
  { end: "auditing", mode: "fixed", fee: "220.00", samples: 1 },
  { end: "auditing", mode: "fixedPlus", fee: "460.00", samples: 2 },
  { end: "draft", mode: "commission", samples: 0 },
  { end: "terminated", mode: "fixed", fee: "240.00", samples: 0 },
];

/** Invented people who publish: name, country, language, platform and what they publish about. */
const STARS = [
  ["TechAnna", "US", "en", "youtube", "EL"],
  ["HomeByLuca", "IT", "it", "instagram", "HK"],
  ["CampingJonas", "DE", "de", "youtube", "OD"],
  ["PetitFoyer", "FR", "fr", "instagram", "HK"],
  ["GadgetGrove", "US", "en", "tiktok", "EL"],
  ["PawsAndMaya", "US", "en", "instagram", "PT"],
  ["GartenMitTim", "DE", "de", "youtube", "TL"],
  ["DeskSetupOllie", "GB", "en", "tiktok", "OF"],
  ["KuranoKurashi", "JP", "ja", "youtube", "HK"],
  ["RoadtripRosa", "ES", "es", "instagram", "AU"],
  ["BabyStepsNora", "NL", "nl", "blog", "BY"],
  ["TrailTobias", "DE", "de", "youtube", "OD"],
  ["KitchenKora", "GB", "en", "youtube", "HK"],
  ["DealDash", "US", "en", "dealSite", "EL"],
  ["MapleMinimal", "CA", "en", "instagram", "HK"],
  ["OutbackOscar", "AU", "en", "youtube", "OD"],
  ["SoundSana", "US", "en", "tiktok", "EL"],
  ["CraftCaro", "DE", "de", "blog", "TL"],
  ["PaperAndPia", "FR", "fr", "instagram", "OF"],
  ["TinyToesTess", "GB", "en", "facebook", "BY"],
  ["GarageGian", "IT", "it", "youtube", "AU"],
  ["DogdaysDan", "US", "en", "tiktok", "PT"],
  ["LumiLeona", "DE", "de", "instagram", "HK"],
  ["VanVera", "ES", "es", "youtube", "AU"],
] as const;

/** What a demonstration needs: a store, SKUs that it lists and Shenzhen has. */
interface KolPlace {
  storeId: string;
  warehouseId: string;
  skus: readonly string[];
}

const WAYS: ("sample" | "fixedFee")[] = ["sample", "fixedFee"];
const FOLLOWERS = [185_000, 42_000, 96_000, 8_400, 530_000, 27_500, 118_000, 15_300] as const;

async function placeOf(sql: Sql): Promise<KolPlace | undefined> {
  const rows = await sql.query<Record<"storeId" | "warehouseId" | "skuId", string>>(
    `select l.store_id as "storeId", t.warehouse_id as "warehouseId", t.sku_id as "skuId"
     from stock t join warehouse w on w.id = t.warehouse_id and w.code = 'WH-SZ'
       join sku k on k.id = t.sku_id and k.status = 'approved' and k.sku_type = 'normal'
       join sku_listing l on l.sku_id = k.id and l.del_flag = 0
       join store s on s.id = l.store_id join site i on i.id = s.site_id and i.site_code = 'US'
     where t.available_qty >= 8 and t.tenant_id = 1
     order by l.store_id, t.sku_id limit 200`,
  );
  const [first] = rows;
  if (!first) return undefined;
  const { storeId, warehouseId } = first;
  return { storeId, warehouseId, skus: rows.filter((r) => r.storeId === storeId).map((r) => r.skuId) };
}

const starValues = ([name, country, language, platform, category]: (typeof STARS)[number], i: number) => ({
  starName: name,
  countryCode: country,
  language,
  categories: [category],
  cooperationType: WAYS,
  quoteCurrency: "USD",
  quoteMin: String(200 + (i % 6) * 50),
  quoteMax: String(500 + (i % 5) * 120),
  contactEmail: `${name.toLowerCase()}@example.com`,
  address: {
    name,
    phone: `206 555 01${String(10 + i)}`,
    country,
    city: "Example City",
    line1: `${i + 1} Example Street`,
    postcode: `98${String(100 + i)}`,
  },
  payMethod: "paypal" as const,
  payeeName: name,
  payeeAccount: `${name.toLowerCase()}@example.com`,
  shared: i % 7 === 0,
  channels: [
    {
      platform,
      homepageUrl: `https://${platform.toLowerCase()}.example.com/${name}`,
      followers: FOLLOWERS[i % FOLLOWERS.length] ?? 9000,
      avgViews: 1200 + i * 310,
      engagementRate: String(2 + (i % 5) * 0.7),
    },
  ],
});

/** Days ago on which the first of them was found. */
const FOUND_DAYS = 60;

/** Stars of the two who look for them: most are somebody's, some are in the pool, the last are new. */
async function insertStars(c: RuleContext): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, one] of STARS.entries()) {
    const who = await personAt(c, i < PLANS.length ? "kol" : "kol_lead");
    await workAgo(c.sql, FOUND_DAYS - i / 2);
    const { id } = await draft(who, star, starValues(one, i));
    ids.push(id);
    if (i >= STARS.length - 2) continue;
    await act(who, "star", id, "publish");
    if (i >= PLANS.length && i % 2) await act(who, "star", id, "release");
  }
  return ids;
}

const feeOf = async (c: RuleContext, cooperationId: string, values: RuleValues) => {
  const { id } = await draft<DocumentType>(c, adsFee, {
    ...(await startFrom(c, adsFee, { cooperationId })),
    proofFiles: [await uploadSample(c, "document", "发布证明.pdf")],
    ...values,
  });
  return id;
};

/** Samples go out, and mostly arrive. */
async function send(c: RuleContext, system: RuleContext, id: string, { warehouseId }: KolPlace, end: string) {
  const values = await startFrom(c, deliver, { cooperationId: id });
  const { id: sent } = await draft<DocumentType>(c, deliver, { ...values, warehouseId });
  if (end !== "draft") await sendOut(c, system, sent, warehouseId, end);
}

/** A parcel of samples that is written down leaves its warehouse, as far as `end` says. */
export async function sendOut(c: RuleContext, system: RuleContext, sent: string, warehouseId: string, end: string) {
  await act(c, "deliver", sent, "submit");
  const out = await c.sql.one<{ id: string }>(
    "select id from other_out where maker_document = 'deliver' and maker_id = $1",
    [sent],
  );
  if (!out || end === "pending") return;
  await approveAll(system, "other_out", out.id);
  await act(await keeperOf(system, warehouseId), "other_out", out.id, "confirm");
  await act(c, "deliver", sent, "ship", { trackingNo: `94001118992231${sent.padStart(8, "0")}`, freight: "86.00" });
  if (end === "signed") await act(c, "deliver", sent, "sign");
}

/** Verified by the lead; finance goes on from the request. */
async function verified(c: RuleContext, system: RuleContext, fee: string) {
  await act(c, "ads_fee", fee, "submit");
  await act(await personAt(system, "kol_lead"), "ads_fee", fee, "verify");
}

async function publish(c: RuleContext, id: string, plan: KolPlan, today: string) {
  const planned = dayjs(today)
    .subtract(plan.published ?? 0, "day")
    .format("YYYY-MM-DD");
  const day = planned < calendarDay() ? planned : calendarDay();
  await act(c, "cooperation", id, "registerContent", {
    url: `https://example.com/watch/${id}`,
    publishDate: day,
    views: 5200,
    likes: 310,
  });
  const [orders, sales] = plan.sold ?? [];
  if (orders && sales) await act(c, "cooperation", id, "enterSales", { orders, sales, reason: "平台报表" });
}

/** One cooperation, as far as its plan says. */
export async function cooperate(
  system: RuleContext,
  place: KolPlace,
  plan: KolPlan,
  { starId, i, today, past = false }: { starId: string; i: number; today: string; past?: boolean },
) {
  if (past) await workAgo(system.sql, plan.end === "auditing" ? 1 : (plan.published ?? 0) + 3 + (i % 6));
  const c = await personAt(system, "kol");
  const share = plan.mode === "fixedPlus" || plan.mode === "commission";
  const { id } = await draft<DocumentType>(c, cooperation, {
    ...(await startFrom(c, cooperation, { starId })),
    storeId: place.storeId,
    coopMode: plan.mode,
    contentType: "video",
    contentCount: 1,
    // A plan lies ahead of the day that it is submitted on, which may be later than the data's own.
    publishPlanDate: dayjs(today > calendarDay() ? today : calendarDay())
      .add(3 + i, "day")
      .format("YYYY-MM-DD"),
    ...(plan.fee && { fixedFee: plan.fee }),
    ...(share && { commissionRate: "5", commissionCap: "200", promoCode: `KOL${100 + i}` }),
    agreementFile: [await uploadSample(c, "document", "合作协议.pdf")],
    products: [{ skuId: place.skus[i % place.skus.length], sampleQty: plan.samples }],
  });
  if (plan.end === "draft") return;
  await act(c, "cooperation", id, "submit");
  if (plan.end === "auditing") return;
  await approveAll(system, "cooperation", id);
  const over = plan.end === "published" || plan.end === "finished";
  // What waits for somebody does so since yesterday: samples that are sent, fees that are asked for.
  const yesterday = 1 - i / PLANS.length;
  if (past && !over) await workAgo(system.sql, yesterday);
  if (plan.samples) await send(c, system, id, place, over ? "signed" : (["pending", "shipped", "draft"][i % 3] ?? ""));
  if (plan.end === "approved" && plan.fee) {
    const advance = await feeOf(c, id, { feeType: "advance", fixedPart: "100.00" });
    if (i % 2) await act(c, "ads_fee", advance, "submit");
  }
  if (plan.end === "terminated")
    await act(await personAt(system, "kol_lead"), "cooperation", id, "terminate", { reason: "档期取消" });
  if (!over) return;
  if (past) await workAgo(system.sql, plan.published ?? 0);
  await publish(c, id, plan, today);
  if (past) await workAgo(system.sql, yesterday);
  const owed = plan.fee || plan.sold;
  if (owed && plan.mode !== "sampleOnly" && (plan.end === "finished" || i % 2))
    await verified(c, system, await feeOf(c, id, { feeType: "balance" }));
  if (plan.end === "finished") await act(c, "cooperation", id, "finish");
}

/** Stars, what they published, got and are paid (market.md 13), by the rules of the documents. */
export async function insertKol(sql: Sql, today: string): Promise<number> {
  const system = asSystem(sql);
  const place = await placeOf(sql);
  if (!place) return 0;
  const stars = await insertStars(system);
  for (const [i, plan] of PLANS.entries())
    await cooperate(system, place, plan, { starId: stars[i] ?? "", i, today, past: true });
  const last = stars.at(-3);
  if (last) await moveTo(system, star, last, "blacklisted", "拉黑");
  return stars.length + PLANS.length;
}
