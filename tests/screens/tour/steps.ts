import { readFileSync } from "node:fs";

/** A numbered line of a walk, and what it claims. */
export interface Step {
  line: string;
  /** Words of the screens that stand beside an arrow: they are pressed, filled or chosen. */
  pressed: string[];
  /** All words of the screens; codes in code font, as `HKC2001-BK`. */
  words: string[];
  people: string[];
  /** Addresses in code font, as `/terminal`. */
  addresses: string[];
}

export interface Walk {
  steps: Step[];
  /** What stands above the first step holds for all of them. */
  before: string[];
}

const WORD = /[A-Za-z0-9]*\p{Script=Han}[\p{Script=Han}A-Za-z0-9]*/gu;
const CODED = /`([^`]+)`/g;
const PICTURE = /^\s*!\[[^\]]*\]\([^)]*\)\s*$/gm;

/** Words of the screens in a text: Chinese, with the letters and digits that belong to them. */
export const wordsOf = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => word);

/** The same as a label bears them: the count of a tab stands close behind its word. */
export const wordsSeen = (text: string): string[] =>
  wordsOf(text).flatMap((word) => [word, word.replace(/\d+$/, ""), ...(word.match(/\p{Script=Han}+/gu) ?? [])]);

/** The words that touch an arrow. */
function besideArrows(line: string): string[] {
  const parts = line.split("→");
  return parts.flatMap((part, i) => {
    const words = wordsOf(part);
    const [first = "", last = ""] = [words[0], words.at(-1)];
    const follows = i > 0 && first && part.trim().startsWith(first);
    const leads = i < parts.length - 1 && last && part.trim().endsWith(last);
    return [...(follows ? [first] : []), ...(leads ? [last] : [])];
  });
}

/** What a line claims. */
export function stepOf(line: string): Step {
  const coded = [...line.matchAll(CODED)].map(([, code = ""]) => code);
  return {
    line,
    pressed: besideArrows(line),
    words: [...wordsOf(line), ...coded.filter((code) => /^[A-Z0-9-]+$/.test(code))],
    people: coded.filter((code) => /^[a-z_]+$/.test(code)),
    addresses: coded.filter((code) => code.startsWith("/")),
  };
}

/** What a walk of docs/tour says, step by step. */
export function walkOf(name: string): Walk {
  const text = readFileSync(`docs/tour/${name}.md`, "utf8").replace(PICTURE, "");
  const lines = text.split("\n");
  const numbered = lines.flatMap((line) => /^\d+\. (.+)$/.exec(line)?.[1] ?? []);
  const before = wordsOf(text.slice(0, text.search(/^1\. /m)));
  return { steps: numbered.map(stepOf), before };
}
