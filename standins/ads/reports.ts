import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { type Answer, type Ask, Fault, type Route } from "../http/words";
import type { AdMood, AdReportAsked } from "../world/ads";
import type { World } from "../world/world";
import { daysBetween, rowsOf } from "./figures";
import { AD_REPORTS } from "./kinds";

const MOST_DAYS = 31;
const MOST_REPORTS = 5000;
const LINK_SECONDS = 300;
/** Where a connection breaks that is to break. */
const BREAKS_AT = 0.6;
const CREATE = "application/vnd.createasyncreportrequest.v3+json";

const name = z.string().min(1).max(200);
const asked = z.object({
  name: z.string().max(200).optional(),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  configuration: z.object({
    adProduct: name,
    groupBy: z.array(name).min(1).max(5),
    columns: z.array(name).min(1).max(60),
    reportTypeId: name,
    timeUnit: z.literal("DAILY"),
    format: z.literal("GZIP_JSON"),
  }),
});

type Counted = "throttle" | "failed" | "corrupt" | "truncate" | "partial";

/** Counts a mood of an account; whether it was in it. */
export function inMood(world: World, profile: string, of: Counted): boolean {
  const mood: AdMood | undefined = world.ads.moods[profile];
  const left = mood?.[of] ?? 0;
  if (!mood || left <= 0) return false;
  mood[of] = left - 1;
  return true;
}

/** The account that is asked about. @throws Fault where the call does not say it as the real one wants it */
export function profileOf(ask: Ask): string {
  if (ask.header("amazon-advertising-api-clientid") !== ask.account) throw new Fault(401, "Not authorized");
  const profile = ask.header("amazon-advertising-api-scope");
  if (!profile || !/^\d{1,30}$/.test(profile)) throw new Fault(400, "Amazon-Advertising-API-Scope is required");
  return profile;
}

/** The account is told that it asks too often, while that lasts. */
export function throttled(world: World, profile: string): Answer | undefined {
  if (!inMood(world, profile, "throttle")) return undefined;
  const seconds = world.ads.moods[profile]?.retryAfter;
  return {
    status: 429,
    json: { code: "429", details: "Too Many Requests" },
    ...(seconds && { headers: { "retry-after": String(seconds) } }),
  };
}

const statusOf = ({ ads }: World, { looked, failed, profile }: AdReportAsked) => {
  if (looked >= (ads.moods[profile]?.slow ?? 2)) return failed ? "FAILED" : "COMPLETED";
  return looked ? "PROCESSING" : "PENDING";
};

const told = (world: World, reportId: string, report: AdReportAsked) => ({
  reportId,
  name: report.type,
  startDate: report.start,
  endDate: report.end,
  status: statusOf(world, report),
  createdAt: report.created,
  failureReason: statusOf(world, report) === "FAILED" ? "Report generation failed due to an internal error." : null,
});

/** The document as it is handed out: an array of flat objects, packed. */
function documentOf(world: World, { type, profile, start, end, columns }: AdReportAsked): Buffer {
  const kind = AD_REPORTS[type];
  if (!kind) return gzipSync("[]");
  const days = daysBetween(start, end);
  const rows = rowsOf(world, {
    profile,
    product: kind.product,
    level: kind.level,
    days: days.slice(0, Math.max(0, days.length - (world.ads.moods[profile]?.missingDays ?? 0))),
  });
  const said = rows.map((row) => Object.fromEntries(columns.map((c) => [c, kind.columns[c]?.(row) ?? null])));
  return gzipSync(JSON.stringify(said));
}

/** Reports of version 3: asked for, looked at, fetched at an address of their own that ends. */
export function adReportRoutes(world: World): Route[] {
  const links = new Map<string, { report: AdReportAsked; until: number }>();

  function create(ask: Ask): Answer {
    const profile = profileOf(ask);
    const later = throttled(world, profile);
    if (later) return later;
    if (ask.header("content-type") !== CREATE) throw new Fault(415, "Cannot consume content type");
    const { startDate: start, endDate: end, configuration } = asked.parse(ask.body);
    const kind = AD_REPORTS[configuration.reportTypeId];
    if (!kind || kind.adProduct !== configuration.adProduct)
      throw new Fault(400, `configuration reportTypeId is invalid: ${configuration.reportTypeId}`);
    if (configuration.groupBy.join() !== kind.groupBy) throw new Fault(400, "configuration groupBy is invalid");
    const strange = configuration.columns.filter((c) => !kind.columns[c]);
    if (strange.length) throw new Fault(400, `configuration columns includes invalid values: (${strange.join(", ")})`);
    if (end < start || daysBetween(start, end).length > MOST_DAYS)
      throw new Fault(400, "startDate to endDate range must not exceed 31 days");
    const key = JSON.stringify([start, end, configuration]);
    const same = Object.entries(world.ads.reports).find(
      ([, r]) => r.profile === profile && r.key === key && !["COMPLETED", "FAILED"].includes(statusOf(world, r)),
    );
    if (same) return { status: 425, json: { code: "425", detail: `The Request is a duplicate of : ${same[0]}` } };
    const [oldest] = Object.keys(world.ads.reports);
    if (oldest && Object.keys(world.ads.reports).length >= MOST_REPORTS) delete world.ads.reports[oldest];
    const reportId = randomUUID();
    const report: AdReportAsked = {
      profile,
      key,
      type: configuration.reportTypeId,
      start,
      end,
      columns: configuration.columns,
      created: new Date().toISOString(),
      looked: 0,
      ...(inMood(world, profile, "failed") && { failed: true }),
    };
    world.ads.reports[reportId] = report;
    return { json: told(world, reportId, report) };
  }

  return [
    { method: "POST", path: /^\/reporting\/reports$/, run: create },
    {
      method: "GET",
      path: /^\/reporting\/reports\/([^/]+)$/,
      run(ask) {
        const profile = profileOf(ask);
        const later = throttled(world, profile);
        if (later) return later;
        const reportId = ask.path[0] ?? "";
        const report = world.ads.reports[reportId];
        if (report?.profile !== profile) throw new Fault(404, "Report not found");
        report.looked++;
        if (statusOf(world, report) !== "COMPLETED") return { json: told(world, reportId, report) };
        const key = randomUUID();
        links.set(key, { report, until: Date.now() + (world.ads.moods[profile]?.linkSeconds ?? LINK_SECONDS) * 1000 });
        const [first] = links.keys();
        if (links.size > MOST_REPORTS && first) links.delete(first);
        return { json: { ...told(world, reportId, report), url: `${ask.base}/document/${key}` } };
      },
    },
    {
      method: "GET",
      path: /^\/document\/([^/]+)$/,
      open: true,
      run({ path }) {
        const found = links.get(path[0] ?? "");
        if (!found) throw new Fault(404, "Not found");
        if (found.until < Date.now()) throw new Fault(403, "Request has expired");
        const bytes = documentOf(world, found.report);
        const { profile } = found.report;
        if (inMood(world, profile, "corrupt")) bytes.fill(0xaa, Math.floor(bytes.length / 2));
        const cutAt = inMood(world, profile, "truncate") ? Math.floor(bytes.length * BREAKS_AT) : undefined;
        return { bytes, type: "application/octet-stream", cutAt };
      },
    },
  ];
}
