import { compare } from "../sums/compare";
import { groupsOf, hasTarget } from "../sums/groups";
import { NOTHING } from "../sums/sums";
import type { Ask } from "./table";

/**
 * Operating groups with facts in the asked months, and those that have a target but sold nothing: they
 * are the ones to find.
 */
export async function comparedGroups({ db, caller, query }: Ask) {
  const [groups, compared] = await Promise.all([
    groupsOf(db, caller, query),
    compare(db, caller, query, ["group"]),
  ]);
  const { rows, before } = compared;
  const known = new Set(rows.map((row) => row.keys[0]));
  for (const { groupId, counted, target } of groups.values()) {
    if (!counted || !Number(target) || !hasTarget(query)) continue;
    if (!known.has(groupId)) rows.push({ keys: [groupId], now: NOTHING });
    if (!before.has(groupId)) before.set(groupId, NOTHING);
  }
  return { ...compared, groups };
}
