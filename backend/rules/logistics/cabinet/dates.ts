import { today } from "../../../values/calendar";

/** Days of a container's way as they follow each other. */
interface Days {
  etd?: string | null;
  eta?: string | null;
  atd?: string | null;
  ata?: string | null;
  clearDate?: string | null;
  doneDate?: string | null;
}

const ORDER: readonly [from: keyof Days, to: keyof Days, sentence: string][] = [
  ["etd", "eta", "预计到港不能早于预计开船"],
  ["atd", "eta", "预计到港不能早于实际开船"],
  ["atd", "ata", "实际到港不能早于实际开船"],
  ["ata", "clearDate", "清关日不能早于实际到港"],
  ["clearDate", "doneDate", "派送完成日不能早于清关日"],
];

const PAST: readonly [keyof Days, string][] = [
  ["atd", "实际开船不能晚于今天"],
  ["ata", "实际到港不能晚于今天"],
  ["clearDate", "清关日不能晚于今天"],
  ["doneDate", "派送完成日不能晚于今天"],
];

/** Why these days cannot be; nothing: they can. `asked`: those that are being entered. */
export function wrongDays(days: Days, asked: readonly (keyof Days)[]): string | undefined {
  const late = PAST.find(([name]) => asked.includes(name) && (days[name] ?? "") > today());
  if (late) return late[1];
  const wrong = ORDER.find(([from, to]) => {
    const [first, then] = [days[from], days[to]];
    return (asked.includes(from) || asked.includes(to)) && first && then && then < first;
  });
  return wrong?.[2];
}
