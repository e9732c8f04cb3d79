import { LRUCache } from "lru-cache";
import { polyphonic } from "pinyin-pro";
import type { Leaf } from "./menu-index.server";

/** Possible first letters of every character of a label; other characters stand for themselves. */
const initials = new LRUCache<string, string[]>({ max: 5000 });

function initialsOf(label: string): string[] {
  let known = initials.get(label);
  if (!known) {
    known = polyphonic(label, { pattern: "first", toneType: "none", type: "array" }).map(
      (letters) => letters.join("").toLowerCase(),
    );
    initials.set(label, known);
  }
  return known;
}

/** True when consecutive characters of the label may begin with these letters (重量: zl or cl). */
export function matchesInitials(label: string, letters: string): boolean {
  const options = initialsOf(label);
  for (let from = 0; from + letters.length <= options.length; from++) {
    let at = 0;
    while (at < letters.length && options[from + at]!.includes(letters[at]!)) at++;
    if (at === letters.length) return true;
  }
  return false;
}

/**
 * Leaf entries whose label contains `query` in any case, or has it as pinyin initials. Labels that
 * begin with it come first, then those that contain it, then pinyin; menu order within each.
 */
export function searchMenu(leaves: readonly Leaf[], query: string, limit = 10): Leaf[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [];
  const latin = /^[a-z0-9]+$/.test(wanted);
  const rank = (leaf: Leaf) => {
    const at = leaf.label.toLowerCase().indexOf(wanted);
    if (at >= 0) return at === 0 ? 0 : 1;
    return latin && matchesInitials(leaf.label, wanted) ? 2 : 3;
  };
  const ranks: Leaf[][] = [[], [], []];
  for (const leaf of leaves) ranks[rank(leaf)]?.push(leaf);
  return ranks.flat().slice(0, limit);
}

/** What was typed: `?q=`, as much of it as is looked for. */
export const quickQuery = (request: Request): string =>
  (new URL(request.url).searchParams.get("q") ?? "").slice(0, 100);
