/** Steps of one long piece of work, of which only the last is worth a line. */
const STEP = /^演示数据/;
/** What anybody may read who opens the page early. Other lines are the operator's: one bears a password. */
const PUBLIC = /^(首次启动|演示数据)/;

/**
 * Says lines, and remembers the last that anybody may read. On a terminal the steps of a long piece of work are one line that moves.
 * @param out where lines go
 */
export function progress(out: Pick<NodeJS.WriteStream, "write"> & { isTTY?: boolean } = process.stdout) {
  let last = "";
  let moving = false;
  return {
    last: () => last,
    say(line: string): void {
      if (PUBLIC.test(line)) last = line;
      const step = out.isTTY && STEP.test(line);
      // Back to the beginning of the line, which is emptied.
      const head = moving ? "\r\u001b[2K" : "";
      out.write(step ? head + line : `${head}${line}\n`);
      moving = !!step;
    },
  };
}
