import { addressFault } from "#backend/engine/connect/connector";
import { enqueue } from "#backend/engine/connect/enqueue";
import { requestFeed, UNDER_WAY, windowFault } from "#backend/engine/connect/feed";
import { type DocumentRuleRow, type RuleContext, type RuleValues, rules, transition } from "#backend/engine/documents";
import { sealedSaid } from "#backend/engine/documents/writing/sealed";
import { patchRow } from "#backend/platform/db";
import { snake } from "#backend/platform/db/names";
import { conflict, invalidAt } from "#backend/platform/http";
import { connector } from "#documents/base/connector";
import { SECRET_SET } from "#documents/kit";

const needed = { marketplace: ["storeId", "请选择店铺"] } as const;

/** What an advertising connection is of: a store, and the account that it has there. */
async function requireProfile({ sql }: RuleContext, storeId: unknown, profileId: unknown): Promise<void> {
  if (typeof storeId !== "string" || !storeId) throw invalidAt(...needed.marketplace);
  const store = await sql.one<{ profile: string | null }>(
    "select nullif(ad_profile_id, '') as profile from store where id = $1",
    [storeId],
  );
  if (!store?.profile && !profileId) throw invalidAt("adProfileId", "请填写广告账号，或在店铺上填写");
}

const secrets = ["clientSecret", "refreshToken", "appSecret"] as const;

const placeOf = (url: unknown) => (typeof url === "string" && url ? new URL(url).origin : null);

/**
 * Secrets belong to the address that they were typed for: another one asks for them anew, and what the kind
 * of today has no field for is forgotten.
 */
async function requireSecrets(c: RuleContext, next: RuleValues, before: DocumentRuleRow): Promise<void> {
  const known = secrets.filter(
    (name) => before[name] === SECRET_SET && !sealedSaid(connector.fields[name], next[name]),
  );
  const whole = { ...before, ...next };
  const shown = known.filter((name) => connector.fields[name].when?.some((kind) => kind === whole.kind));
  const [first] = shown;
  if (first) throw invalidAt(first, `接口地址已修改，请重新填写${connector.fields[first].label}`);
  for (const name of known) await patchRow(c.sql, "connector", before.id, { [snake(name)]: null });
}

export const connectorRules = rules(connector, {
  expressions: {
    health: `case when not t.enabled then 'off' when t.last_error is not null then 'faulty'
      when t.last_call is null then 'unused' else 'ok' end`,
  },
  async beforeSave(c, next, before) {
    const { baseUrl, kind, storeId, adProfileId } = { ...before, ...next };
    const fault = baseUrl ? addressFault(baseUrl) : undefined;
    if (fault) throw invalidAt("baseUrl", fault);
    if (kind === "marketplace" && !storeId) throw invalidAt(...needed.marketplace);
    if (kind === "ads") await requireProfile(c, storeId, adProfileId);
    if (before && placeOf(before.baseUrl) !== placeOf(baseUrl)) await requireSecrets(c, next, before);
  },
  transitions: [
    transition(connector, "sync", {
      guard: ({ row }) =>
        (row.kind !== "marketplace" && "只有销售平台的连接可以同步") || (!row.enabled && "连接已停用"),
      check: (_scene, input) => windowFault(input),
      async effect(c, { row }, { from, to }) {
        if (await requestFeed(c, row.id, { from, to })) throw conflict(UNDER_WAY);
      },
    }),
    transition(connector, "acceptAds", {
      guard: ({ row }) => row.kind !== "ads" && "只有广告平台的连接有广告数据",
      async effect(c, { row }) {
        const held = await c.sql.query(
          `update ad_report set accepted = true, state = 'waiting', next_run = now()
           where connector_id = $1 and tenant_id = $2 and state = 'held' returning id`,
          [row.id, c.tenantId],
        );
        if (!held.length) throw conflict("没有待确认的广告报告");
      },
    }),
    transition(connector, "test", {
      guard: ({ row }) => !row.enabled && "连接已停用",
      async effect(c, { row }) {
        const turn = await c.sql.one<{ n: string }>(
          "select count(*) as n from outbox where connector_id = $1 and kind = 'connector.test'",
          [row.id],
        );
        await enqueue(c, {
          kind: "connector.test",
          key: `测试 ${row.name} ${Number(turn?.n) + 1}`,
          connectorId: row.id,
          document: "connector",
          id: row.id,
          no: row.name,
        });
      },
    }),
  ],
});
