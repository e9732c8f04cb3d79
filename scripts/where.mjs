// Stacks of the built program with their places in the sources.
//
// The program does not map them itself: the first fault would stop everybody for a third of a second, and the map
// would stay in memory with 90 MB.
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const PLACE = /(?:file:\/\/)?[^\s()]*build\/index\.js:(\d+):(\d+)/g;

/** Says each line of a stream, places in `build/index.js` as those of the sources; what these do not know stays. */
export async function where(input, say) {
  const map = new SourceMap(JSON.parse(readFileSync(path.join(root, "build/index.js.map"), "utf8")));
  const sourceOf = (place, line, column) => {
    const { originalSource, originalLine, originalColumn } = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!originalSource) return place;
    const file = path.relative(root, path.resolve(root, "build", originalSource));
    return `${file}:${originalLine + 1}:${originalColumn + 1}`;
  };
  for await (const line of createInterface({ input })) say(line.replace(PLACE, sourceOf));
}
