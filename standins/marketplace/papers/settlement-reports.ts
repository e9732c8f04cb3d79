import { type Ask, Fault, type Route } from "../../http/words";
import type { Settlement, SettlementReport } from "../../world/settlement";
import type { World } from "../../world/world";
import type { downloadsOf } from "./downloads";
import { inMood, throttled } from "./moods";
import { settleDue } from "./settle-due";
import { settlementFile } from "./settlement-file";

/** The one kind of report that cannot be asked for: it is there when a period has ended. */
export const SETTLEMENT_TYPE = "GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2";
const PAGE = 10;
const MOST_PAGE = 100;
export const WHY_FATAL = "The report could not be generated: an internal error occurred.\n";

interface ListCursor {
  at: number;
  query: string;
}
const encoded = (cursor: ListCursor) => Buffer.from(JSON.stringify(cursor)).toString("base64url");

function decoded(token: string): ListCursor {
  try {
    const { at, query } = JSON.parse(Buffer.from(token, "base64url").toString());
    if (Number.isInteger(at) && at >= 0 && typeof query === "string") return { at, query };
  } catch {
    // Said below, as what is no cursor for another reason.
  }
  throw new Fault(400, "nextToken is invalid");
}

/** Reports of settlements, and what they tell of. */
export const reportsOf = (world: World, account: string): { told: SettlementReport; of: Settlement }[] => {
  const own = new Map(world.settlements.filter((s) => s.account === account).map((s) => [s.id, s]));
  return world.settlementReports.flatMap((told) => {
    const of = own.get(told.settlementId);
    return of ? [{ told, of }] : [];
  });
};

type PaperListed = ReturnType<typeof reportsOf>[number];

const said = ({ told, of }: PaperListed) => ({
  reportId: told.reportId,
  reportType: SETTLEMENT_TYPE,
  marketplaceIds: [of.marketplaceId],
  processingStatus: told.fatal ? "FATAL" : "DONE",
  createdTime: told.created,
  processingStartTime: told.created,
  processingEndTime: told.created,
  dataStartTime: of.start,
  dataEndTime: of.end,
  ...(told.fatal !== "bare" && { reportDocumentId: `${told.reportId}-D` }),
});

/** Those that were made since a time, the newest first, whichever marketplace is named. */
function pageOf(world: World, { account, query }: Ask) {
  const token = query.get("nextToken");
  const cursor = token ? decoded(token) : { at: 0, query: query.toString() };
  const asked = new URLSearchParams(cursor.query);
  const types = (asked.get("reportTypes") ?? "").split(",").filter(Boolean);
  if (!types.length) throw new Fault(400, "reportTypes is required");
  const since = asked.get("createdSince");
  const from = since ? Date.parse(since) : 0;
  if (Number.isNaN(from)) throw new Fault(400, "createdSince is invalid");
  const size = Number(asked.get("pageSize") ?? PAGE);
  if (!Number.isInteger(size) || size < 1 || size > MOST_PAGE) throw new Fault(400, "pageSize is invalid");
  const all = types.includes(SETTLEMENT_TYPE)
    ? reportsOf(world, account)
        .filter(({ told }) => Date.parse(told.created) >= from)
        .reverse()
    : [];
  const next = cursor.at + size;
  return {
    reports: all.slice(cursor.at, next).map(said),
    ...(next < all.length && { nextToken: encoded({ ...cursor, at: next }) }),
  };
}

/** The list of settlement reports, and each one. */
export function settlementReportRoutes(world: World, downloads: ReturnType<typeof downloadsOf>): Route[] {
  const found = ({ account, path }: Ask) => {
    const one = reportsOf(world, account).find(({ told }) => told.reportId === path[0]);
    if (!one) throw new Fault(404, "Not found");
    return one;
  };
  return [
    {
      method: "GET",
      path: /^\/reports\/2021-06-30\/reports$/,
      run(ask) {
        if (world.settles && !ask.query.get("nextToken")) settleDue(world, ask.account);
        return throttled(world, ask.account) ?? { json: pageOf(world, ask) };
      },
    },
    {
      method: "GET",
      path: /^\/reports\/2021-06-30\/reports\/(S\d+)$/,
      run: (ask) => throttled(world, ask.account) ?? { json: said(found(ask)) },
    },
    {
      method: "GET",
      path: /^\/reports\/2021-06-30\/documents\/(S\d+)-D$/,
      run(ask) {
        const later = throttled(world, ask.account);
        if (later) return later;
        const { told, of } = found(ask);
        if (told.fatal === "bare") throw new Fault(404, "Not found");
        return downloads.hand(ask, `${told.reportId}-D`, () =>
          told.fatal
            ? { bytes: Buffer.from(WHY_FATAL), type: "text/plain; charset=utf-8" }
            : settlementFile(of, told, inMood(world, ask.account, "empty")),
        );
      },
    },
  ];
}
