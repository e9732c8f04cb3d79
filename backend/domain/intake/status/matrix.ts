import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import { type Caller, missing } from "#backend/platform/http";
import type { DataKind, DataState, DataStatus } from "#documents/base/data-status";
import { keysOf } from "#documents/kit";
import {
  adsState,
  monthState,
  ordersState,
  previewState,
  reportState,
  type StoreFigures,
  settlementState,
  TRAFFIC_GRACE,
} from "./cells";
import { DAYS, figuresOf, type StoreRead, storesRead } from "./sources";

const newest = (days: Iterable<string>): string | null => [...days].sort().at(-1) ?? null;

/** How each kind is read of a store: whether by a connection, what came last, and the state of a day. */
const KINDS: Readonly<
  Record<
    DataKind,
    {
      connected(s: StoreRead): boolean;
      came(s: StoreRead, figures: StoreFigures): string | null;
      state(s: StoreRead, figures: StoreFigures, day: string): DataState;
      /** One state says it all. */
      whole?: true;
    }
  >
> = {
  orders: {
    connected: (s) => s.connectorId !== null,
    came: (s, { ordered }) => s.through ?? newest(ordered),
    state: (_, figures, day) => ordersState(figures, day),
  },
  ads: {
    connected: (s) => s.adConnectorId !== null,
    came: (s, { spent }) => s.adsCame ?? newest(spent),
    state: (_, figures, day) => adsState(figures, day),
  },
  settlement: {
    connected: (s) => s.accountConnected,
    came: (_, { settlements }) => newest(settlements.spans.map((span) => span.last)),
    state: (_, figures, day) => settlementState(figures, day),
  },
  feePreview: {
    connected: (s) => s.connectorId !== null,
    came: (s) => s.preview,
    state: (s, figures) => previewState(s.preview === null ? null : figures.ago(s.preview), figures.ordered.size > 0),
    whole: true,
  },
  stock: {
    connected: (s) => s.connectorId !== null,
    came: (_, { stock }) => newest(stock.known),
    state: (_, figures, day) => reportState(figures, figures.stock, { day }),
  },
  ledger: {
    connected: (s) => s.accountConnected,
    came: (_, { ledger }) => newest(ledger.known),
    // A store that sells has movements; another one has none of a day.
    state: (_, figures, day) => reportState(figures, figures.ledger, { day }),
  },
  traffic: {
    connected: (s) => s.connectorId !== null,
    came: (_, { traffic }) => newest(traffic.known),
    state: (_, figures, day) => reportState(figures, figures.traffic, { day, grace: TRAFFIC_GRACE }),
  },
  listings: {
    connected: (s) => s.connectorId !== null,
    came: (_, { listings }) => newest(listings.known),
    // How it was before the first report nobody can be asked, whatever was sold then.
    state: (_, figures, day) => reportState({ ...figures, ordered: new Set() }, figures.listings, { day }),
  },
  agedStorage: {
    connected: (s) => s.connectorId !== null,
    came: (_, { aged }) => aged.came,
    state: (_, { aged }) => monthState(aged),
    whole: true,
  },
};
const kinds = keysOf(KINDS);

/** Whether there is a state of each day, else one of now alone. */
export const isDaily = (kind: DataKind): boolean => !KINDS[kind].whole;

/** A connection of today is given the day to bring what there is; snapshots of days before it are nowhere. */
function stateOf(kind: DataKind, s: StoreRead, figures: StoreFigures, day: string): DataState {
  const { connected, state } = KINDS[kind];
  const found = state(s, figures, day);
  const since = kind === "ads" ? s.adSince : s.since;
  if (found !== "missing" || !connected(s) || since === null) return found;
  if (kind === "stock" && day < since) return "off";
  return since >= s.today ? "early" : found;
}

const daysUpTo = (today: string) =>
  Array.from({ length: DAYS }, (_, n) =>
    dayjs(today)
      .subtract(DAYS - 1 - n, "day")
      .format("YYYY-MM-DD"),
  );

/** Stores by what their figures are made of, of the last 31 days (figures.md D.8). */
export async function matrixOf(
  { sql, tenantId, caller }: { sql: Sql; tenantId: string; caller: Caller },
  { storeId }: { storeId?: string },
): Promise<DataStatus> {
  const stores = await storesRead(sql, caller, storeId);
  const figures = await figuresOf(sql, tenantId, stores);
  // A day begins somewhere before it does here.
  const days = daysUpTo(newest(stores.map((s) => s.today)) ?? dayjs().format("YYYY-MM-DD"));
  const rates = await sql.query<{ currency: string; day: string | null }>(
    `select i.currency, max(r.effective_date)::text as day
     from store t join site i on i.id = t.site_id left join exchange_rate r on r.tenant_id = $1 and r.currency = i.currency
       and r.del_flag = 0 and r.effective_date <= now()::date
     where t.id = any($2::bigint[]) and i.currency <> 'CNY' group by 1 order by 1`,
    [tenantId, stores.map((s) => s.id)],
  );
  return {
    days,
    rates,
    stores: stores.map((s) => {
      const of = figures(s);
      return {
        id: s.id,
        name: s.name,
        site: s.site,
        lines: kinds.map((kind) => {
          const { connected, came, whole } = KINDS[kind];
          const cells = whole ? [stateOf(kind, s, of, s.today)] : days.map((day) => stateOf(kind, s, of, day));
          return { kind, connected: connected(s), came: came(s, of), cells };
        }),
      };
    }),
  };
}

/** One store, one kind, one day. @throws Refusal 404 for a store that the caller does not see */
export async function cellOf(
  { sql, tenantId, caller }: { sql: Sql; tenantId: string; caller: Caller },
  { storeId, kind, day }: { storeId: string; kind: DataKind; day: string },
) {
  const [store] = await storesRead(sql, caller, storeId);
  if (!store) throw missing("店铺不存在或没有权限查看");
  const figures = (await figuresOf(sql, tenantId, [store]))(store);
  const { connected } = KINDS[kind];
  return { store, figures, connected: connected(store), state: stateOf(kind, store, figures, day) };
}

/** 数据截至: the day up to which orders of all connected stores of the caller were read, and which of them is the last. */
export async function dataUpTo({ sql, caller }: { sql: Sql; caller: Caller }) {
  const read = (await storesRead(sql, caller)).filter((s) => s.connectorId !== null);
  const last = read.reduce<StoreRead | undefined>(
    (a, b) => (a && (a.through ?? "") <= (b.through ?? "") ? a : b),
    undefined,
  );
  return {
    day: last?.through ?? null,
    store: last?.name ?? null,
    stores: read.length,
    opens: caller.permissions.has("base_data_view"),
  };
}
