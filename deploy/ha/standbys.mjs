// Reading from standbys: nobody sees less than he wrote, also while they stand still, and the primary has less to do.
import { readFileSync } from "node:fs";
import pg from "pg";

const READERS = 8;
const ROUNDS = 30;
/** Pages of one reader while it is measured: everybody whose name has a letter, which no index finds. */
const PAGES = 100;
const LIST = "size=100&current=1&displayname=n";
const TICKS = 100;

/** Processor time that a node's database has used, in seconds; children that ended are counted by their parent. */
function usedBy(node) {
  const used = (pid) => {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Behind the name: user, system, and both of children.
    const times = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15);
    return times.reduce((sum, ticks) => sum + Number(ticks) / TICKS, 0);
  };
  return node.database().reduce((sum, pid) => sum + used(pid), 0);
}

const page = (url, headers, query = LIST) =>
  fetch(`${url}/api/admin/user/page?${query}`, { headers }).then(async (answer) => (await answer.json()).data);

/** Adds somebody and looks for him at once. @returns whether the list shows him */
async function addsAndLooks(url, headers, username) {
  const body = JSON.stringify({ username, displayname: username, deptId: "1", roleIds: ["1"] });
  const added = await fetch(`${url}/api/admin/user`, { method: "POST", headers, body });
  const written = added.headers.get("x-written") ?? "";
  return (await page(url, { ...headers, "x-written": written }, `username=${username}`)).total === 1;
}

/** Stops or continues what the standbys take in. */
async function replay(stack, how) {
  const primary = await stack.primary();
  for (const node of stack.nodes) {
    if (node === primary) continue;
    const client = new pg.Client({ connectionString: stack.address("postgres", "postgres", node.port) });
    await client.connect();
    await client.query(`select pg_wal_replay_${how}()`);
    await client.end();
  }
}

/** Plays it once. @returns a line of the summary */
export async function standbys({ stack, work, headers }, say) {
  const [copy] = work.copies;
  const primary = await stack.primary();
  const load = async () => {
    const before = usedBy(primary);
    const reader = async () => {
      for (let n = 0; n < PAGES; n++) await page(copy.url, headers);
    };
    await Promise.all(Array.from({ length: READERS }, reader));
    return usedBy(primary) - before;
  };
  const again = async (env) => {
    Object.assign(copy.env, env);
    await copy.end();
    copy.begin();
    await copy.ready();
    await load();
  };
  await again({});
  const alone = await load();
  await again({ DATABASE_READ_URL: stack.addresses.standbys, READ_LAG_SECONDS: "3" });
  const shared = await load();
  let unseen = 0;
  let times = 0;
  const look = async (name) => {
    const seen = await Promise.all(
      Array.from({ length: READERS }, (_, i) => addsAndLooks(copy.url, headers, `${name}${i}.n${times}z`)),
    );
    times += 1;
    unseen += seen.filter((one) => !one).length;
  };
  for (let n = 0; n < ROUNDS; n++) await look("seen");
  await replay(stack, "pause");
  const began = Date.now();
  for (let n = 0; n < ROUNDS; n++) await look("still");
  const slowest = Math.round((Date.now() - began) / ROUNDS / 100) / 10;
  await replay(stack, "resume");
  await stack.settled();
  say(`${READERS * PAGES} lists cost the primary ${alone.toFixed(1)} s without standbys, ${shared.toFixed(1)} s with`);
  return {
    fault: "standbys",
    times: times * READERS,
    lost: unseen,
    "slowest answer s": slowest,
    good: unseen === 0 && shared < alone / 2,
  };
}
