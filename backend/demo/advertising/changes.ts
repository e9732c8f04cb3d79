import { keepEnds, settleChange } from "#backend/domain/advertisement/change/send";
import type { RuleContext } from "#backend/engine/documents";
import { type Database, patchRow } from "#backend/platform/db";
import { once } from "#backend/platform/tenancy/insert";
import { adChange } from "#documents/advertisement/ad-change";
import { adDaypart } from "#documents/advertisement/ad-daypart";
import { adPacing } from "#documents/advertisement/ad-pacing";
import { adRule } from "#documents/advertisement/ad-rule";
import type { DraftOf } from "#documents/kit";
import { act, asSystem, attemptAct, draft, personAt, startFrom } from "../acting";
import { type DemoOptions, readDemoOptions } from "../options";

type Started = DraftOf<typeof adChange>;

/** What the account answers to the lines of a change, by turns. */
type AccountAnswers = readonly { result: "ok" | "skipped" | "failed"; message?: string }[];
const OK: AccountAnswers = [{ result: "ok" }];

/** The store whose account shows it: the one with most campaigns of its own that can be told. */
const STORE = `select c.store_id::text as id from ad_campaign c join connector x on x.store_id = c.store_id and x.kind = 'ads'
  where c.ad_product = 'SP' and c.tenant_id = 1 group by 1 order by count(*) desc, 1 limit 1`;

const idsOf = async (c: RuleContext, table: string, where: string, storeId: string, most: number) =>
  (
    await c.sql.query<{ id: string }>(
      `select t.id::text as id from ${table} t where t.store_id = $1 and ${where} order by t.spend desc nulls last, t.id limit ${most}`,
      [storeId],
    )
  )
    .map(({ id }) => id)
    .join();

/** Has the account answer a change that was sent, as it would through the connection. */
async function answered(c: RuleContext, id: string, answers: AccountAnswers): Promise<void> {
  const lines = await c.sql.query<{ id: string }>(
    "select id::text as id from ad_change_line where ad_change_id = $1 and del_flag = 0 order by line_no",
    [id],
  );
  await keepEnds(
    c.sql,
    lines.map((line, i) => ({ id: line.id, ...(answers[i % answers.length] ?? { result: "ok" }) })),
  );
  await settleChange(c, id);
  const [sent] = await c.sql.query<{ id: string }>(
    "select id::text as id from outbox where document = $1 and document_id = $2 order by id desc limit 1",
    [adChange.name, id],
  );
  if (sent) await patchRow(c.sql, "outbox", sent.id, { status: "done" });
}

type RulePlanned = DraftOf<typeof adRule>;

/** Rules in every state; the one in force makes a change for somebody each morning. */
const RULES: readonly (readonly [steps: readonly string[], rule: RulePlanned])[] = [
  [
    ["trial", "enable"],
    {
      ruleName: "有点击无转化的投放词降价",
      entity: "keyword",
      effect: "bidDown",
      amount: "20",
      minValue: "0.20",
      conditions: [
        { groupNo: 1, metric: "clicks", compare: "gte", target: "10" },
        { groupNo: 1, metric: "conversions", compare: "lte", target: "0" },
      ],
    },
  ],
  [
    ["trial"],
    {
      ruleName: "ACOS低于15%的投放词加价",
      entity: "keyword",
      effect: "bidUp",
      amount: "10",
      maxValue: "2.50",
      conditions: [
        { groupNo: 1, metric: "conversions", compare: "gte", target: "3" },
        { groupNo: 1, metric: "acos", compare: "lte", target: "15" },
      ],
    },
  ],
  [
    [],
    {
      ruleName: "五次点击无转化的搜索词否定",
      entity: "term",
      effect: "negative",
      windowDays: 10,
      conditions: [
        { groupNo: 1, metric: "clicks", compare: "gte", target: "5" },
        { groupNo: 1, metric: "conversions", compare: "lte", target: "0" },
      ],
    },
  ],
  [
    ["trial", "enable", "disable"],
    {
      ruleName: "预算用完且ACOS达标的活动加预算",
      entity: "campaign",
      effect: "budgetUp",
      amount: "20",
      maxRise: "100",
      conditions: [{ groupNo: 1, metric: "acos", compare: "lte", target: "20" }],
    },
  ],
];

/** Dayparts in every state; the one in force runs all day, so that it never pauses what the demonstration shows. */
const DAYPARTS: readonly (readonly [steps: readonly string[], daypart: DraftOf<typeof adDaypart>])[] = [
  [["enable"], { ruleName: "全天投放（大促期间）", fromHour: 0, toHour: 24 }],
  [[], { ruleName: "夜间不投放", fromHour: 7, toHour: 1 }],
  [
    ["enable", "disable"],
    { ruleName: "工作日白天投放", fromHour: 0, toHour: 24, weekdays: ["mon", "tue", "wed", "thu", "fri"] },
  ],
];

const stepsOf = (...said: string[]) =>
  said.map((one) => {
    const [fromHour, percent] = one.split(" ").map(Number);
    return { fromHour, percent };
  });
/** Pacings in every state; the one in force is of a promotion whose campaigns nobody has, so that it takes nothing. */
const PACINGS: readonly (readonly [steps: readonly string[], pacing: DraftOf<typeof adPacing>])[] = [
  [["enable"], { ruleName: "大促活动留到晚上", campaignLike: "大促", steps: stepsOf("0 30", "12 60", "18 100") }],
  [[], { ruleName: "平日匀速", steps: stepsOf("0 20", "8 50", "14 80", "20 100") }],
  [["enable", "disable"], { ruleName: "清仓活动上午控量", campaignLike: "清仓", steps: stepsOf("0 40", "10 100") }],
];

async function insertRules(ads: RuleContext, storeId: string): Promise<number> {
  for (const [steps, rule] of RULES) {
    const { id } = await draft(ads, adRule, { storeId, ...rule });
    for (const step of steps) await act(ads, adRule.name, id, step);
  }
  for (const [steps, daypart] of DAYPARTS) {
    const { id } = await draft(ads, adDaypart, { storeId, ...daypart });
    for (const step of steps) await act(ads, adDaypart.name, id, step);
  }
  for (const [steps, pacing] of PACINGS) {
    const { id } = await draft(ads, adPacing, { storeId, ...pacing });
    for (const step of steps) await act(ads, adPacing.name, id, step);
  }
  return RULES.length + DAYPARTS.length + PACINGS.length;
}

/**
 * Changes, rules, dayparts and pacings of advertising in every state (figures.md D.7), of what the figures say. Needs the figures; without them it
 * does nothing. Runs once per database.
 */
export async function seedAdChanges(db: Database, options: DemoOptions = {}): Promise<boolean> {
  const { log } = readDemoOptions(options);
  const store = await db.one<{ id: string }>(STORE);
  if (!store) return false;
  return once(db, "demo_ad_changes", async (sql) => {
    const c = asSystem(sql);
    const ads = await personAt(c, "ads");
    const ids = (table: string, where: string, most: number) => idsOf(c, table, where, store.id, most);
    const words = "t.ad_product = 'SP' and t.state = 'ENABLED' and t.bid is not null";
    const campaigns = "t.ad_product = 'SP' and t.state = 'ENABLED'";
    const started = async (by: Record<string, string>, more: Started): Promise<string> => {
      const form = await startFrom(ads, adChange, by);
      return (await draft(ads, adChange, { ...form, ...more })).id;
    };
    const sent = async (id: string, answers: AccountAnswers) => {
      if (await attemptAct(ads, adChange.name, id, "confirm")) await answered(c, id, answers);
    };
    const good = await ids("ad_keyword_list", `${words} and t.acos < 20`, 5);
    const poor = await ids("ad_keyword_list", `${words} and t.result = 'none' and t.clicks >= 5`, 4);
    const terms = await ids("ad_term_list", "t.result = 'none' and t.taken = 'open' and t.clicks >= 3", 3);
    const buying = await ids("ad_term_list", "t.result = 'some' and t.taken = 'open'", 2);
    const running = await ids("ad_campaign_list", campaigns, 3);
    let count = 0;
    const plans: [ids: string, make: (ids: string) => Promise<void>][] = [
      [
        good,
        async (of) =>
          sent(await started({ bidOf: of }, { way: "up", amount: "10", cause: "ACOS低于目标，加大曝光" }), OK),
      ],
      [
        poor,
        async (of) =>
          sent(await started({ bidOf: of }, { way: "down", amount: "20", cause: "有点击无转化" }), [
            { result: "ok" },
            { result: "ok" },
            { result: "skipped", message: "已被修改为0.31" },
          ]),
      ],
      [
        running.split(",")[0] ?? "",
        async (of) => {
          const id = await started({ budgetOf: of }, { way: "up", amount: "150", cause: "旺季备货到仓，放量" });
          await act(ads, adChange.name, id, "ask");
        },
      ],
      [terms, async (of) => void (await started({ negateOf: of }, { cause: "搜索词与商品无关" }))],
      [
        buying,
        async (of) =>
          sent(await started({ createOf: of }, { way: "up", amount: "5", cause: "搜索词有转化，单独投放" }), [
            { result: "failed", message: "Keyword already exists" },
          ]),
      ],
      [
        running.split(",")[1] ?? "",
        async (of) => {
          const id = await started({ stateOf: of }, { cause: "断货，暂停" });
          await act(ads, adChange.name, id, "void", { reason: "补货已到，不暂停" });
        },
      ],
      [
        running.split(",")[2] ?? "",
        async (of) => {
          const id = await started({ budgetOf: of }, { way: "up", amount: "20", cause: "周末加预算" });
          await attemptAct(ads, adChange.name, id, "confirm");
        },
      ],
    ];
    for (const [of, make] of plans)
      if (of) {
        await make(of);
        count += 1;
      }
    count += await insertRules(ads, store.id);
    log(`演示数据：广告操作与规则 ${count} 条`);
  });
}
