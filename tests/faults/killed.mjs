// Every process of the program dies at once, while eight people write: what they were told must be there, once.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../deploy/ha/stack.mjs";
import { Copy, signIn, Writers } from "../../deploy/ha/work.mjs";
import { folder, lineOf, OWN, PASSWORD, say } from "./company.mjs";

/**
 * Odd times the program alone dies (its database ends by itself), even times all of its processes.
 * @returns the line of the summary
 */
export async function killed({ times }) {
  const dir = folder("killed");
  const secret = randomBytes(24).toString("hex");
  const env = { ...OWN, DATA_DIR: dir, ADMIN_PASSWORD: PASSWORD, SESSION_SECRET: secret };
  const copy = new Copy(folder("words"), await freePort(), env);
  copy.begin();
  const after = [];
  let writers;
  try {
    await copy.ready();
    writers = new Writers(copy.url, await signIn(copy.url), "killed");
    await writers.allSince(Date.now(), 30);
    for (let n = 1; n <= times && !writers.wrong.length; n++) {
      await sleep(200 + Math.random() * 1_500);
      if (n % 2) {
        copy.child.kill("SIGKILL");
        await copy.ended;
      } else await copy.kill();
      const began = Date.now();
      copy.begin();
      after.push((await writers.allSince(began, 90)) / 1000);
      if (n % 10 === 0) say(`killed ${n}/${times}: ${writers.confirmed.length} answered`);
    }
    return await lineOf("killed", writers, dir, { times, after });
  } finally {
    if (writers) writers.over = true;
    await copy.kill();
  }
}
