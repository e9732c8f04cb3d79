import { goodsMappings } from "#documents/base/mapping";
import type { GoodsMapping } from "#documents/base/mapping/shape";
import type { MappingSystem } from "#documents/base/mapping/words";
import type { OpenFields } from "#documents/kit";
import { rules } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { expressions } from "./expressions";
import { unmappedOf } from "./gaps";
import { placesOf } from "./places";
import { steps } from "./steps";
import { ALREADY, codeTaken, lockSystem, type Said, skuActive } from "./unique";

/** What the other side knows it by. */
const KNOWN = ["skuId", "externalCode", "warehouseId", "appId", "ratio"] as const;

const systemOf = ({ fixed }: GoodsMapping) => fixed.system satisfies MappingSystem;

/** One of the mappings of goods (market.md 5): one meaning for each code, one active code for each SKU. */
const mappingRules = (document: GoodsMapping) =>
  rules(document, {
    expressions,
    async enrichOne(c, row) {
      row.places = await placesOf(c, row);
    },
    gaps: (c, most) => unmappedOf(c, systemOf(document), most),
    async beforeSave(c, next, before) {
      next.effectiveDate ??= before?.effectiveDate ?? today();
      const open: { [state: string]: OpenFields | undefined } = document.openFields;
      const closed = before && open[before.status];
      if (closed && KNOWN.some((n) => next[n] !== undefined && next[n] !== before[n]))
        throw conflict(closed.note);
      const system = systemOf(document);
      const whole = { ...before, ...next };
      const said: Said = {
        ...{ id: before?.id ?? null, system, warehouseId: whole.warehouseId, appId: whole.appId },
        ...{ skuId: whole.skuId ?? "", externalCode: whole.externalCode ?? "" },
      };
      await lockSystem(c, system);
      const taken = await codeTaken(c, said);
      if (taken) throw invalidAt("externalCode", `外部编码已映射到 ${taken.skuCode}`);
      const moved = said.skuId !== before?.skuId;
      if (moved && (await skuActive(c, said))) throw invalidAt("skuId", ALREADY);
    },
    transitions: steps(document),
  });

export const mappingRuleSet = goodsMappings.map(mappingRules);
