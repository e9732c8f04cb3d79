// node tests/bench/million.mjs [rows]: the list of purchase orders against the SQL for the same rows and sums.
import path from "node:path";
import pg from "pg";
import { people } from "../scenario/people.mjs";
import { median } from "./load.mjs";
import { dataDir } from "./product.mjs";
import { start, stopAll } from "./servers.mjs";

const wanted = Number(process.argv[2] ?? 1_000_000);
const API = "/purchase/order/page?size=20&descs=createTime";
/** As the screen asks; the exact sums are asked for apart. */
const ROUGH = "&totals=rough&states=true";
const dir = dataDir("million");
const env = { DATA_DIR: dir, DEMO_PROFILE: "small", PASSWORD_ENCODING: "base64" };
const backend = await start(() => ["scripts/start.mjs", "backend"], { ready: "/readyz", env });
const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
await db.connect();

/** Orders like those of the demo data until there are enough. */
async function fill() {
  const { rows } = await db.query(
    `select column_name as name from information_schema.columns
     where table_name = 'purchase_order' and is_identity = 'NO' and column_name <> 'no'`,
  );
  const names = rows.map((r) => r.name).join(", ");
  const have = Number((await db.query("select count(*) from purchase_order")).rows[0].count);
  if (have < wanted)
    await db.query(
      `insert into purchase_order (no, ${names})
       select 'CG' || lpad(n::text, 12, '0'), ${names.replace("create_time", "create_time - n * interval '1 second'")}
       from (select *, row_number() over () as k from purchase_order) o
       join generate_series(1, $1) n on n % (select count(*) from purchase_order) = k - 1`,
      [wanted - have],
    );
  await db.query("vacuum analyze purchase_order");
}

const time = async (work, n = 7) => {
  const seen = [];
  for (let i = 0; i < n; i++) {
    const from = performance.now();
    await work();
    seen.push(performance.now() - from);
  }
  return median(seen);
};

try {
  await fill();
  const buyer = people(`${backend.url}/api`)("admin");
  const { supplier_id: supplier } = (await db.query("select supplier_id from purchase_order order by id limit 1"))
    .rows[0];
  const cases = {
    "page 1": ["", "true", 0, 30],
    "page 2,000": ["&current=2000", "true", 39_980, 100],
    "one supplier": [`&supplierId=${supplier}`, `supplier_id = ${supplier}`, 0, 100],
    "text CG0000005": ["&keyword=CG0000005", "no ilike '%CG0000005%'", 0, 100],
  };
  for (const [name, [query, where, offset, most]] of Object.entries(cases)) {
    const list = await time(() => buyer.get(API + ROUGH + query));
    const exact = await time(() => buyer.get(API + query));
    const bare = await time(async () => {
      await db.query(
        `select * from purchase_order where del_flag = 0 and tenant_id = 1 and ${where}
         order by create_time desc, id desc limit 20 offset ${offset}`,
      );
      await db.query(
        `select count(*), sum(total_qty), sum(signed_qty), sum(base_amount), sum(paid_base)
         from purchase_order where del_flag = 0 and tenant_id = 1 and ${where}`,
      );
    });
    const ms = (n) => `${n.toFixed(0)} ms`;
    console.log(
      `${list <= most ? "✓" : "✗"} ${name}: ${ms(list)} (at most ${most}); with exact sums ${ms(exact)}, bare SQL ${ms(bare)}`,
    );
  }
  const { name } = (await db.query("select name from supplier where id = $1", [supplier])).rows[0];
  for (const typed of ["CG000000000005", "CG", "000005", "0000005-X", name]) {
    const took = await time(() => buyer.get(`/search?keyword=${encodeURIComponent(typed)}`));
    console.log(`${took <= 60 ? "✓" : "✗"} search ${typed}: ${took.toFixed(0)} ms (at most 60)`);
  }
} finally {
  await db.end();
  await backend.stop();
  stopAll();
}
