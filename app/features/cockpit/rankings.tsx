import type { Rank } from "~/erp/cockpit.server";
import { withParams } from "~/ui/url";
import { Choice } from "./choice";
import type { Level, Overview } from "./overview.server";
import { Ranking } from "./ranking";
import { placesOf } from "./ranks";
import { siteName } from "./sites";

/** What the next level is called, and which filter a click on a place sets. */
const LEVELS: Partial<Record<Level, [title: string, filter: string]>> = {
  division: ["事业部排名", "divisionId"],
  dept: ["部门排名", "deptId"],
  model: ["型号排名", "modelCode"],
};

/** All rankings of the overview by one measure, from either end. A place leads one level down. */
export function Rankings({ state, url }: { state: Overview; url: string }) {
  const { query, level, next, regions, sites, groups } = state;
  const { by, order } = query;
  const drill = (name: string) => (rank: Rank) =>
    withParams(url, { [name]: rank.code, current: null });
  const places = (ranks: readonly Rank[], href: (rank: Rank) => string) =>
    placesOf(ranks, { by, order, href });
  const [title, filter] = LEVELS[level] ?? [];
  const shared = { by, url };
  const open = (rank: Rank) => `${withParams(url, { group: rank.code })}#ranks`;
  const last = Math.max(1, Math.ceil((groups?.total ?? 0) / state.places));
  return (
    <section className="board" id="ranks" aria-label="排名">
      <div className="toolbar">
        <h2>排名</h2>
        <Choice
          label="排名依据"
          items={[
            ["主营业务收入", withParams(url, { by: null, current: null }), by === "income"],
            ["净利润", withParams(url, { by: "netProfit", current: null }), by === "netProfit"],
          ]}
        />
        <Choice
          label="排名顺序"
          items={[
            ["前列", withParams(url, { order: null, current: null }), order === "desc"],
            ["末位", withParams(url, { order: "asc", current: null }), order === "asc"],
          ]}
        />
        <span className="hint">名次后的箭头与上期相比</span>
      </div>
      <div className="board pair">
        {groups && level !== "model" && level !== "leaf" && (
          <Ranking
            {...shared}
            title={order === "asc" ? "小组排名（末位在前）" : "小组排名"}
            places={places(groups.records, open)}
            pages={{ current: query.current, last }}
          />
        )}
        {sites && (
          <Ranking
            {...shared}
            title="站点排名"
            places={places(sites.map(siteName), drill("siteCode"))}
          />
        )}
        {next && title && filter && (
          <Ranking {...shared} title={title} places={places(next, drill(filter))} />
        )}
        {regions && (
          <Ranking {...shared} title="大区排名" places={places(regions, drill("regionCode"))} />
        )}
      </div>
    </section>
  );
}
