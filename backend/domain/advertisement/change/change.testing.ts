import { engine } from "#backend/domain";
import { adChangeHandler } from "#backend/domain/advertisement/change/send";
import { openAds } from "#backend/domain/intake/ads/fetch.testing";
import { readAccount } from "#backend/domain/intake/ads/read-account";
import { office } from "#backend/domain/product/product.testing";
import { connectorOf } from "#backend/engine/connect/connector";
import { sendAll } from "#backend/engine/connect/drain";
import { given } from "../../../../tests/given";

type Body = Record<string, unknown>;
export interface ChangeRow extends Body {
  id: string;
  no: string;
  version: number;
  status: string;
  items: Record<string, string | null>[];
}

const API = "/advertisement/adchange";

/** An advertising account that was read, with figures; people of the office, and the sender. */
export async function openChanges() {
  const scene = await openAds();
  const { backend, db, us, standIns } = scene;
  const { id: connectorId } = await scene.one<{ id: string }>(
    "select id from connector where kind = 'ads' and store_id = $1",
    [us],
  );
  await scene.tell({
    campaigns: [
      {
        profile: "1111",
        currency: "USD",
        id: "700009",
        name: "SP-9",
        product: "SP",
        state: "PAUSED",
        budget: "40.00",
        skus: [{ sku: "A-US" }],
        keywords: [
          { id: "800091", text: "desk lamp", match: "EXACT", bid: "1.00" },
          { id: "800092", text: "led lamp", match: "BROAD", bid: "0.60", state: "PAUSED" },
        ],
      },
    ],
  });
  await scene.turns();
  const readAgain = async () => readAccount(db, await connectorOf(db, connectorId));
  await readAgain();
  const { as } = office(backend);

  const idOf = async (table: "ad_campaign" | "ad_keyword" | "ad_term", name: string) => {
    const [id, column] = {
      ad_campaign: ["campaign_id", "campaign_name"],
      ad_keyword: ["keyword_id", "keyword_text"],
      ad_term: ["term_id", "search_term"],
    }[table];
    return (await scene.one<{ id: string }>(`select ${id}::text as id from ${table} where ${column} = $1`, [name])).id;
  };
  const answer = async (
    who: string,
    method: "GET" | "POST",
    path: string,
    body?: Body,
    query?: Record<string, string>,
  ) => as(who).send(method, `${API}${path}`, body, query);
  const start = (by: Record<string, string>, who = "admin") => answer(who, "GET", "/prefill", undefined, by);
  const read = async (id: string, who = "admin"): Promise<ChangeRow> => (await answer(who, "GET", `/${id}`)).body.data;
  /** A draft that starts from ticked rows, with what is typed. */
  async function draft(
    by: Record<string, string>,
    more: Body = {},
    own: readonly (string | undefined)[] = [],
    who = "admin",
  ) {
    const form = (await start(by, who)).body.data;
    const items = form.items.map((line: Body, i: number) => ({ ...line, ...(own[i] && { ownValue: own[i] }) }));
    return answer(who, "POST", "", { ...form, ...more, items });
  }
  async function made(...[by, more, own, who]: Parameters<typeof draft>): Promise<ChangeRow> {
    const said = await draft(by, more, own, who);
    if (said.status !== 200) throw new Error(`${said.status} ${JSON.stringify(said.body)}`);
    return read(said.body.data.id, who);
  }
  const act = async (id: string, action: string, who = "admin", input: Body = {}) =>
    answer(who, "POST", `/${id}/${action}`, { version: (await read(id)).version, ...input });
  /** Whatever waits for the account is sent, `times` over; nothing waits for its time. */
  async function send(times = 1) {
    const handler = adChangeHandler(engine);
    for (let n = 0; n < times; n++) {
      await db.query("update outbox set next_run = now() where status in ('pending', 'sending')");
      await sendAll(db, connectorId, new Map([[handler.kind, handler]]));
    }
  }
  /** A portfolio of one campaign, with what is left of its month. */
  async function inPortfolio(campaignId: string, name: string, budget: number, spent: number) {
    await db.query(
      `insert into ad_portfolio (id, portfolio_id, name, store_id, state) values (77, 'PF-77', $2, $1, 'ENABLED')`,
      [scene.us, name],
    );
    await db.query("update ad_campaign set portfolio_id = 77 where campaign_id = $1", [campaignId]);
    await db.query(
      `insert into target_portfolio (tenant_id, no, year_month, portfolio_id, status, live_key, budget_amount, actual_spend, target_acos,
         currency) select 1, 'GGYS-T', to_char(now() at time zone 'Asia/Shanghai', 'YYYYMM'), 77, 'approved',
         '77/' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMM'), $1, $2, 20, 'USD'`,
      [budget, spent],
    );
  }
  const account = async () => {
    const { campaigns } = Object(await standIns.heard("ads"));
    const campaign = (id: string) => given(campaigns.find((c: { id: string }) => c.id === id));
    const bidOn = (name: "keywords" | "targets") => (id: string) =>
      given(
        campaigns
          .flatMap((c: Record<typeof name, object[] | undefined>) => c[name] ?? [])
          .find((one: { id: string }) => one.id === id),
      );
    return { campaign, keyword: bidOn("keywords"), target: bidOn("targets") };
  };
  const results = (row: ChangeRow) => row.items.map(({ words, result, message }) => [words, result, message]);
  return {
    ...scene,
    as,
    idOf,
    start,
    draft,
    made,
    read,
    act,
    send,
    account,
    inPortfolio,
    results,
    readAgain,
    connectorId,
  };
}
