import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_SECRET, type StandIns, startStandIns } from "..";

let there: StandIns;
let token: string;
beforeAll(async () => {
  there = await startStandIns({ seed: "test" });
  const login = { grant_type: "refresh_token", client_id: "C", client_secret: DEMO_SECRET, refresh_token: "r" };
  const answer = await fetch(`${there.url}/ads/auth/o2/token`, { method: "POST", body: JSON.stringify(login) });
  token = Object(await answer.json()).access_token;
  await tell({
    campaigns: [
      { profile: "11", currency: "USD", id: "1", name: "one", product: "SP", skus: [{ sku: "A" }, { sku: "B" }] },
    ],
    said: [
      {
        campaignId: "1",
        day: "2026-11-02",
        sku: "A",
        cost: "6.40",
        clicks: 2,
        impressions: 9,
        purchases: 1,
        sales: "20.00",
        units: 1,
      },
      { campaignId: "1", day: "2026-11-02", sku: "B", cost: "3.10", clicks: 1, impressions: 4 },
    ],
  });
});
afterAll(() => there.stop());

const tell = (order: object) => there.control("ads", order);
const headers = (more: object = {}) => ({
  authorization: `Bearer ${token}`,
  "amazon-advertising-api-clientid": "C",
  "amazon-advertising-api-scope": "11",
  "content-type": "application/vnd.createasyncreportrequest.v3+json",
  ...more,
});
const wanted = (more: object = {}, configuration: object = {}) => ({
  startDate: "2026-11-01",
  endDate: "2026-11-03",
  configuration: {
    adProduct: "SPONSORED_PRODUCTS",
    groupBy: ["campaign"],
    columns: ["date", "campaignId", "cost", "clicks", "sales7d"],
    reportTypeId: "spCampaigns",
    timeUnit: "DAILY",
    format: "GZIP_JSON",
    ...configuration,
  },
  ...more,
});
async function ask(body: object, more?: object) {
  const answer = await fetch(`${there.url}/ads/reporting/reports`, {
    method: "POST",
    headers: headers(more),
    body: JSON.stringify(body),
  });
  return { status: answer.status, said: Object(await answer.json()) };
}
const look = async (id: string, more?: object) =>
  Object(await (await fetch(`${there.url}/ads/reporting/reports/${id}`, { headers: headers(more) })).json());
async function rowsOf(body: object, more?: object): Promise<Record<string, unknown>[]> {
  const { said } = await ask(body, more);
  await look(said.reportId, more);
  const { url } = await look(said.reportId, more);
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  return JSON.parse(gunzipSync(bytes).toString());
}

test("a report is pending, worked on, there; the same meanwhile is the same one; its columns are those asked for", async () => {
  const { status, said } = await ask(wanted());
  expect([status, said.status]).toEqual([200, "PENDING"]);
  expect(await ask(wanted())).toEqual({
    status: 425,
    said: { code: "425", detail: `The Request is a duplicate of : ${said.reportId}` },
  });
  expect(await look(said.reportId)).toMatchObject({ status: "PROCESSING" });
  const { url, ...done } = await look(said.reportId);
  expect(done).toMatchObject({ status: "COMPLETED" });
  const rows = JSON.parse(gunzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).toString());
  // The campaign is its products, where nobody said otherwise.
  expect(rows).toContainEqual({ date: "2026-11-02", campaignId: 1, cost: 9.5, clicks: 3, sales7d: 20 });
  expect((await ask(wanted())).status).toBe(200);
});

test("what the real one refuses is refused", async () => {
  expect((await ask(wanted({ startDate: "2026-10-01" }))).said.details).toContain("31 days");
  expect((await ask(wanted({}, { columns: ["nothing"] }))).said.details).toContain("(nothing)");
  expect((await ask(wanted({}, { reportTypeId: "sbCampaigns" }))).status).toBe(400);
  expect((await ask(wanted(), { "amazon-advertising-api-clientid": "D" })).status).toBe(401);
  expect((await ask(wanted(), { "content-type": "application/json" })).status).toBe(415);
});

test("told anew by a factor, and without its newest days", async () => {
  const config = {
    groupBy: ["advertiser"],
    reportTypeId: "spAdvertisedProduct",
    columns: ["date", "advertisedSku", "cost"],
  };
  await tell({ restate: { profile: "11", from: "2026-11-02", till: "2026-11-02", factor: 0.5 } });
  const rows = await rowsOf(wanted({}, config));
  expect(rows).toContainEqual({ date: "2026-11-02", advertisedSku: "A", cost: 3.2 });
  expect(rows).toContainEqual({ date: "2026-11-02", advertisedSku: "B", cost: 1.55 });
  await tell({ papers: { profile: "11", missingDays: 2 } });
  expect((await rowsOf(wanted({}, config))).filter((r) => r.date !== "2026-11-01")).toEqual([]);
  await expect(tell({ papers: { profile: "11", moody: 1 } })).rejects.toThrow("moody");
});

test("targets are listed and changed beside keywords of the same numbers, each answered for", async () => {
  const clause = (type: string, value?: string) => [{ type, ...(value && { value }) }];
  await tell({
    campaigns: [
      {
        profile: "12",
        currency: "USD",
        id: "2",
        name: "two",
        product: "SP",
        keywords: [{ id: "5", text: "lamp", match: "EXACT", bid: "0.50" }],
        targets: [
          { id: "5", expression: clause("ASIN_SAME_AS", "B0AAAAAAA1"), bid: "0.60" },
          {
            id: "6",
            expression: clause("ASIN_CATEGORY_SAME_AS", "77"),
            resolved: clause("ASIN_CATEGORY_SAME_AS", "Lamps"),
          },
        ],
      },
    ],
    said: [
      { campaignId: "2", day: "2026-11-02", keywordId: "5", cost: "1.00", clicks: 1, impressions: 2 },
      { campaignId: "2", day: "2026-11-02", targetId: "5", cost: "2.00", clicks: 2, impressions: 3 },
    ],
  });
  const type = "application/vnd.spTargetingClause.v3+json";
  const mine = { "amazon-advertising-api-scope": "12" };
  const call = async (
    method: string,
    path: string,
    body: object,
    more: object = { "content-type": type, accept: type },
  ) => {
    const answer = await fetch(`${there.url}/ads${path}`, {
      method,
      headers: headers({ ...mine, ...more }),
      body: JSON.stringify(body),
    });
    return { status: answer.status, said: Object(await answer.json()) };
  };
  const listed = async () => (await call("POST", "/sp/targets/list", {})).said.targetingClauses;
  expect(await listed()).toMatchObject([
    { targetId: "5", campaignId: "2", expressionType: "MANUAL", bid: 0.6, state: "ENABLED" },
    { targetId: "6", resolvedExpression: [{ value: "Lamps" }] },
  ]);
  expect((await listed())[1]).not.toHaveProperty("bid");
  const one = await call("POST", "/sp/targets/list", { targetIdFilter: { include: ["6"] }, maxResults: 1 });
  expect(one.said).toMatchObject({ totalResults: 1, targetingClauses: [{ targetId: "6" }] });
  expect((await call("POST", "/sp/targets/list", {}, { "content-type": "application/json" })).status).toBe(415);

  await tell({ papers: { profile: "12", partial: 1 } });
  const rows = [
    { targetId: "5", bid: 0.7 },
    { targetId: "6", state: "PAUSED" },
    { targetId: "9", bid: 1 },
    { targetId: "5", bid: 0.01 },
  ];
  const { status, said } = await call("PUT", "/sp/targets", { targetingClauses: rows });
  expect(status).toBe(207);
  expect(said.targetingClauses.success).toEqual([{ index: 1, targetId: "6" }]);
  expect(said.targetingClauses.error.map(({ index }: { index: number }) => index)).toEqual([0, 2, 3]);
  await tell({ papers: { profile: "12", throttle: 1 } });
  expect((await call("PUT", "/sp/targets", { targetingClauses: rows })).status).toBe(429);
  expect(await listed()).toMatchObject([{ bid: 0.6 }, { state: "PAUSED" }]);

  const targeting = {
    groupBy: ["targeting"],
    reportTypeId: "spTargeting",
    columns: ["date", "keywordId", "targeting", "matchType", "cost"],
  };
  const told = await rowsOf(wanted({}, targeting), mine);
  const on = { date: "2026-11-02", keywordId: 5 };
  expect(told).toContainEqual({ ...on, targeting: "lamp", matchType: "EXACT", cost: 1 });
  expect(told).toContainEqual({ ...on, targeting: 'asin="B0AAAAAAA1"', matchType: "TARGETING_EXPRESSION", cost: 2 });
});
