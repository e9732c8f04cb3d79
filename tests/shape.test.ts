import { beforeAll, describe, expect, test } from "vitest";
import { shape } from "../scripts/shape.mjs";

/** Lines of functions that came after the product was made lean. */
const SINCE = {
  "a company begins with nothing invented": 310,
  开始使用: 370,
  "what is seen until it is ready": 70,
  "the demonstration is made once and loaded": 740,
  "one workbook": 4_400,
  "a first day of work": 2_420,
  "openings come in with the workbook": 1_000,
  "the demonstration lives": 1_900,
  "a first day put right, cleared and looked through": 1_570,
  "a workbook in bounded memory, with pictures": 2_600,
  "every home and every state of the demonstration": 1_020,
  "approvals are walked through": 300,
  "columns by what they say": 40,
  "answers in a row, money said twice, undo, articles": 530,
  "rows of a list typed like a sheet": 925,
  "nine columns on the first screenful": 160,
  "what is left of a budget, beside the decision": 140,
  "a first day of every role": 150,
  "a view is shared with a role": 115,
  "who manages roles finds every share; a share is marked": 75,
  "what a batch did is taken back, and leads to its rows": 80,
  "a release says its commit": 10,
  "a backup every night, and its check": 80,
  "lines as JSON, ids of requests, figures for Prometheus": 260,
  "what runs, and what to do where it does not": 345,
  "eight lines on the first screenful of a form": 185,
  "homes of the roles in figures": 40,
  "what people did lies on the days of its work": 150,
  "reads are planned once, and a table may grow under their plans": 40,
  "sums out of sight are said in words": 35,
  "queues leave out what is on its way": 25,
  "keywords without a buyer, and next month's budget": 215,
  "a step that asks nothing is one press; saved and finished in one": 30,
  "rates where currencies differ, and the first step that nobody made": 45,
  "connections that stay open, and reports sorted by their quotients": 45,
  "the installation prepares the first start's database": 175,
  "a pooler before the database": 75,
  "a phone's card says what it is sorted by": 10,
  "the next inspection, and places of rows that do not go together": 25,
  "the number of a fault finds its request": 57,
  "a database says which version it needs": 34,
  "copies, faults of a day and feeds beside what runs": 264,
  "several hosts, and a standby that is read from": 365,
  "spans for a collector of OpenTelemetry": 265,
  "backups go to a bucket": 305,
  "old months go into files": 415,
  "settlements come in, are fetched, and become figures": 2_060,
  "what platforms owe, pay out, and what of it arrives": 780,
  "rates come by themselves, and the marketplace reckons": 1_090,
  "profit down to its entries, and closed months that stand": 800,
  "advertising follows its platform": 800,
  "storage fees, returns and reimbursements come in": 2_030,
  "what has come and what is missing; csv, zip and xlsx": 1_640,
  "a month asks about its settlements before it closes": 260,
  "goods cost what the ledger says": 330,
  "what lies at the platform, and what buyers looked at there": 890,
  "profit of two spans, settled or expected, and its charts": 470,
  "reports asked for by hand, renamed, told of and forgotten": 880,
  "a real account of a marketplace, and what is still to come of its orders": 125,
  "a month asks for what has not come, and its checks stand first": 60,
  "rows that are reckoned are reckoned once, links looked for where they are shown": 35,
  "what a store lists, and goods that lie for long": 680,
  "advertising is uploaded, as its console and its interface write it": 765,
  "how every listing does, and what happened to it": 1_810,
  "what the platform lost is claimed": 480,
  "advertising is changed from here": 3_160,
  "demand that leaves out what could not be sold, and its backtest": 990,
  "goods go to the platform by its own plans": 2_150,
  "campaigns run by the hours of their store": 435,
  "listings are read from sums of their months": 85,
  "a first page a little over the first flight is packed to fit": 20,
  "the platform's ledger receives what arrives, and tells of losses": 780,
  "labels of pieces, arrival windows, deeds at a listing, and what is found after a claim": 815,
  "an action on many rows, and rules over many orders at once": 765,
  "what was typed stays where a page fails, and a log on a full disk": 45,
  "pages that have not changed are not made anew": 40,
  "a first page carries what it needs of its style sheets": 100,
  "the demonstration is found by the numbers of its days, and begins a month": 25,
  "closed branches, folded filters and panels of the bar come when they are asked for": 355,
  "schemas of calls are made when they are first asked for": 45,
  "stand-ins tell the days that the demonstration has": 60,
  "suppliers of the demonstration are paid when it is due": 95,
  "budgets of campaigns are released by the hours of their store": 435,
  "targets beside keywords": 200,
  "levels are summed at one time, hashes wait for each other, a workbook is thrifty": 25,
  "pages with charts, matrices and many lines fit into one flight": 180,
  "size bands, fees and reasons of returns that change are told": 75,
  "where a plan's goods go is chosen on its page": 35,
  "a demonstration takes less disk, and its service desk has a quarter's letters": 150,
  "a demonstration that has lived: parcels that left, purchases that came and were paid": 460,
  "all orders of a store by report, with what nobody told": 490,
  "how products rank, day by day": 330,
  "orders that were written by hand, and purchases that came in loads": 210,
  "the installation leaves the demonstration": 150,
};

/** Files that these have taken. */
const NEW_FILES = {
  "the demonstration is made once and loaded": 6,
  "one workbook": 34,
  "a first day of work": 10,
  "openings come in with the workbook": 10,
  "the demonstration lives": 25,
  "a first day put right, cleared and looked through": 14,
  "a workbook in bounded memory, with pictures": 22,
  "every home and every state of the demonstration": 10,
  "answers in a row, money said twice, undo, articles": 4,
  "rows of a list typed like a sheet": 9,
  "nine columns on the first screenful": 2,
  "what is left of a budget, beside the decision": 1,
  "a backup every night, and its check": 1,
  "lines as JSON, ids of requests, figures for Prometheus": 2,
  "what runs, and what to do where it does not": 4,
  "eight lines on the first screenful of a form": 2,
  "keywords without a buyer, and next month's budget": 1,
  "the first of many words, said in one way": 1,
  "the installation prepares the first start's database": 3,
  "a database says which version it needs": 1,
  "copies, faults of a day and feeds beside what runs": 5,
  "spans for a collector of OpenTelemetry": 2,
  "backups go to a bucket": 2,
  "old months go into files": 3,
  "settlements come in, are fetched, and become figures": 14,
  "what platforms owe, pay out, and what of it arrives": 11,
  "rates come by themselves, and the marketplace reckons": 9,
  "profit down to its entries, and closed months that stand": 6,
  "advertising follows its platform": 8,
  "storage fees, returns and reimbursements come in": 19,
  "what has come and what is missing; csv, zip and xlsx": 15,
  "a month asks about its settlements before it closes": 2,
  "goods cost what the ledger says": 2,
  "what lies at the platform, and what buyers looked at there": 4,
  "profit of two spans, settled or expected, and its charts": 5,
  "reports asked for by hand, renamed, told of and forgotten": 8,
  "a real account of a marketplace, and what is still to come of its orders": 1,
  "what a store lists, and goods that lie for long": 3,
  "advertising is uploaded, as its console and its interface write it": 3,
  "how every listing does, and what happened to it": 11,
  "what the platform lost is claimed": 3,
  "advertising is changed from here": 19,
  "demand that leaves out what could not be sold, and its backtest": 7,
  "goods go to the platform by its own plans": 16,
  "campaigns run by the hours of their store": 5,
  "listings are read from sums of their months": 1,
  "the platform's ledger receives what arrives, and tells of losses": 4,
  "labels of pieces, arrival windows, deeds at a listing, and what is found after a claim": 3,
  "an action on many rows, and rules over many orders at once": 3,
  "a first page carries what it needs of its style sheets": 1,
  "closed branches, folded filters and panels of the bar come when they are asked for": 8,
  "stand-ins tell the days that the demonstration has": 1,
  "suppliers of the demonstration are paid when it is due": 1,
  "budgets of campaigns are released by the hours of their store": 5,
  "targets beside keywords": 1,
  "a demonstration that has lived: parcels that left, purchases that came and were paid": 2,
  "all orders of a store by report, with what nobody told": 5,
  "how products rank, day by day": 3,
  "orders that were written by hand": 1,
};

const sumOf = (added: Record<string, number>) => Object.values(added).reduce((sum, n) => sum + n, 0);

/** What was reached; a figure that falls takes its limit along. `npm run shape -- --all` names what is counted. */
const MOST = {
  files: 1_650 + sumOf(NEW_FILES),
  lines: 140_000 + sumOf(SINCE),
  alone: 20,
  twice: 20,
  documentKeys: 40,
  byId: 40,
  casts: { app: 52, backend: 20, documents: 1 },
};

describe("what was made lean stays lean", () => {
  let found: ReturnType<typeof shape>;
  beforeAll(() => {
    found = shape();
  });

  test("no spread whose only purpose is the layout", () => {
    expect(found.spreads).toEqual([]);
  });

  test("no file over 300 lines", () => {
    expect(found.long).toEqual([]);
  });

  test("no more files, pieces with one user, lines, keys and names", () => {
    expect(found.files).toBeLessThanOrEqual(MOST.files);
    expect(found.alone.length).toBeLessThanOrEqual(MOST.alone);
    expect(found.lines).toBeLessThanOrEqual(MOST.lines);
    expect(found.documentKeys).toBeLessThanOrEqual(MOST.documentKeys);
    expect(found.twice.length).toBeLessThanOrEqual(MOST.twice);
  });

  test("no more statements by id and casts", () => {
    expect(found.byId.length).toBeLessThanOrEqual(MOST.byId);
    for (const [top, most] of Object.entries(MOST.casts))
      expect({ top, casts: found.casts[top as keyof typeof MOST.casts] <= most }).toEqual({ top, casts: true });
  });

  test("it is counted: a file has lines, a declaration has keys", () => {
    expect(found.files).toBeGreaterThan(1_000);
    expect(found.documentKeys).toBeGreaterThan(10);
  });
});
