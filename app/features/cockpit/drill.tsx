import type { Dimension } from "~/erp/cockpit.server";
import { Breadcrumb, withParams } from "~/ui";
import { nameOf } from "./cascade";
import type { Filters } from "./query";

const WAY = ["divisionId", "deptId", "groupId", "modelCode"] as const;

/** The same page one or more steps up: only what stands above is kept. */
const upTo = (url: string, from: number) =>
  withParams(url, { ...Object.fromEntries(WAY.slice(from).map((name) => [name, null])), current: null, group: null });

/** Steps of the drill-down so far; the last one is what is shown. */
export function stepsOf(url: string, filters: Filters, dimensions: readonly Dimension[]) {
  const taken = WAY.flatMap((name, i) => {
    const code = filters[name];
    if (!code) return [];
    return [{ label: nameOf(name, code, dimensions), href: upTo(url, i + 1) }];
  });
  return taken.length ? [{ label: "全部", href: upTo(url, 0) }, ...taken] : [];
}

/** 全部 / 北美事业部 / 北美一部 / 小组: each step leads back to itself. */
export function DrillPath(props: { url: string; filters: Filters; dimensions: readonly Dimension[] }) {
  const steps = stepsOf(props.url, props.filters, props.dimensions);
  if (!steps.length) return null;
  return (
    <div className="drill">
      <Breadcrumb items={steps} />
    </div>
  );
}
