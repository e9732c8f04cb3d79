import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import dayjs from "dayjs";
import { archiveMonth, restoreMonth, type TableMonth } from "#backend/engine/backup/month";
import { errorText, onClient, type Sql, wrap } from "#backend/platform/db";
import { joinCluster } from "#backend/platform/db/cluster/cluster";
import { FACT_TABLES } from "#backend/platform/db/month-parts";
import { type DataPlace, withDatabase } from "#backend/platform/db/with-database";
import { today } from "#backend/platform/values";

/** Months that stay, this one included: a report of a year is compared with the year before it. */
const KEPT_MONTHS = 25;

type ArchiveLog = (line: string) => void;

const USAGE =
  "用法：npm run archive -- --before 2024-01 [--tables 表,表] [--keep 月数]，或 npm run archive -- --restore 文件";

/** Months of these tables before one, yyyy-MM, the oldest first. */
const monthsBefore = (sql: Sql, tables: readonly string[], before: string) =>
  sql.query<TableMonth>(
    `select * from (
       select p.relname::text as table, regexp_replace(right(c.relname, 6), '(....)(..)', '\\1-\\2') as month
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
       where p.relnamespace = 'public'::regnamespace and p.relname = any($1) and c.relname ~ '_[0-9]{6}$') m
     where month < $2 order by month, m.table`,
    [tables, before],
  );

/** What would still count from the rows of a month: a sentence, or nothing. */
const NEEDS: readonly { of: (typeof FACT_TABLES)[number][]; said: string; sql: string }[] = [
  {
    of: [...FACT_TABLES],
    said: "到这个月为止还有月份没有关账",
    sql: "from month_close where month <= $1 and status <> 'closed'",
  },
  {
    of: ["fact_trade_daily"],
    said: "还有平台销售出库待核对",
    sql: "from fba_sale where to_char(biz_date, 'YYYY-MM') = $1 and status = 'pending'",
  },
  {
    of: ["fact_trade_daily"],
    said: "有补记的销量还没有核对库存",
    sql: "from (select *, 0 as del_flag from fact_trade_late) l where to_char(biz_date, 'YYYY-MM') = $1",
  },
  {
    of: ["fact_ad_campaign_daily"],
    said: "还有广告预算没有结束",
    sql: "from target_portfolio where year_month = replace($1, '-', '') and status not in ('closed', 'void')",
  },
];

async function neededBy(sql: Sql, { table, month }: TableMonth): Promise<string | undefined> {
  for (const { of, said, sql: from } of NEEDS)
    if (of.some((name) => name === table) && (await sql.one(`select 1 ${from} and del_flag = 0 limit 1`, [month])))
      return said;
  return undefined;
}

/** Moves the months away that nothing needs, one after the other. @returns how many of them stay */
async function archiveBefore(
  connectionString: string,
  { tables, before, folder }: { tables: readonly string[]; before: string; folder: string },
  log: ArchiveLog,
): Promise<number> {
  const found = await onClient(connectionString, async (client) => {
    const sql = wrap(client);
    const months: (TableMonth & { needed?: string })[] = await monthsBefore(sql, tables, before);
    for (const of of months) of.needed = await neededBy(sql, of);
    return months;
  });
  if (!found.length) log(`没有早于 ${before} 的月份`);
  let left = 0;
  for (const { needed, ...of } of found)
    try {
      if (needed) throw new Error(`${of.table} ${of.month} 没有归档：${needed}`);
      const { rows, file } = await archiveMonth(connectionString, of, folder);
      log(`已归档 ${of.table} ${of.month}：${rows} 行，${file}`);
    } catch (error) {
      left += 1;
      log(errorText(error, "message"));
    }
  return left;
}

function read(args: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ args, options: { before: text, tables: text, keep: text, restore: text } }).values;
  } catch (error) {
    throw new Error(USAGE, { cause: error });
  }
}

/** @throws Error in the operator's words when it asks for what must stay or is not there */
function asked({ before = "", tables, keep = String(KEPT_MONTHS) }: ReturnType<typeof read>) {
  const names = tables?.split(",") ?? [...FACT_TABLES];
  const other = names.find((name) => !FACT_TABLES.some((table) => table === name));
  if (other) throw new Error(`不能归档 ${other}，可用：${FACT_TABLES.join("、")}`);
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(before) || !/^[1-9]\d{0,2}$/.test(keep)) throw new Error(USAGE);
  const last = dayjs(today())
    .startOf("month")
    .subtract(Number(keep) - 1, "month")
    .format("YYYY-MM");
  if (before > last)
    throw new Error(`最近 ${keep} 个月（含本月）要保留，--before 最晚为 ${last}；要少保留，请加 --keep 月数`);
  return { tables: names, before };
}

/** `npm run archive -- --before 2024-01 | --restore file`, also while the product runs. */
export async function archiveCommand(place: DataPlace & { demo: boolean }, args: string[], log: ArchiveLog) {
  const values = read(args);
  const { restore } = values;
  const folder = path.join(place.dataDir, "archive");
  const file = restore && [restore, path.join(folder, path.basename(restore))].find((name) => existsSync(name));
  if (restore && !file) throw new Error(`归档文件 ${restore} 不存在`);
  const wanted = file ? undefined : asked(values);
  if (place.demo) throw new Error("演示数据不能归档：每次启动都会补全（DEMO=off 为正式数据）");
  if (!place.databaseUrl && !existsSync(path.join(place.dataDir, "pg")))
    throw new Error(`DATA_DIR=${place.dataDir} 里没有数据库，没有可以归档的数据`);
  const work = async (connectionString: string) => {
    if (file) {
      const { table, month, rows } = await restoreMonth(connectionString, file, FACT_TABLES);
      log(`已恢复 ${table} ${month}：${rows} 行`);
    } else if (wanted) {
      const left = await archiveBefore(connectionString, { ...wanted, folder }, log);
      if (left) throw new Error(`${left} 个月没有归档，原因见上`);
    }
  };
  await withDatabase(place, log, work, joinCluster);
}
