import type { Sql } from "#backend/platform/db";

const OPERATIONS = 20_000;
const DAYS = 90;

interface LogOperation {
  weight: number;
  method: string;
  title: string;
  uri: string;
  params: string;
  refusal: string;
  /** Who does it; null: anybody. */
  by: string | null;
}

const operation = (
  weight: number,
  method: string,
  title: string,
  uri: string,
  params: string,
  refusal: string,
  by: string | null = null,
): LogOperation => ({ weight, method, title, uri, params, refusal, by });

const STALE = "单据已被他人修改，请刷新后重试";
const EXPIRED = "登录已失效，请重新登录";

/** `{n}` becomes an id. Personal and secret values are masked as the log masks them. */
const CATALOGUE: LogOperation[] = [
  operation(30, "POST", "登录", "/api/auth/oauth/token", '{"password":"******"}', "用户名不存在或密码错误"),
  operation(18, "DELETE", "退出登录", "/api/auth/token/logout", "{}", EXPIRED),
  operation(10, "PUT", "修改个人信息", "/api/admin/user/edit", '{"mobile":"199****5555"}', "手机号码已被使用"),
  operation(8, "POST", "上传文件", "/api/admin/file/uploadFile", "{}", "上传文件总大小不能超过20MB"),
  operation(6, "POST", "上传前端日志", "/api/admin/log/logs", "{}", EXPIRED),
  operation(6, "PUT", "修改用户", "/api/admin/user", '{"id":"{n}","lockFlag":"0"}', STALE, "admin"),
  operation(4, "POST", "新增用户", "/api/admin/user", '{"username":"user{n}"}', "用户名已存在", "admin"),
  operation(4, "PUT", "分配权限角色", "/api/admin/role/menu", '{"roleId":"{n}"}', STALE, "admin"),
  operation(3, "PUT", "修改角色", "/api/admin/role", '{"id":"{n}"}', STALE, "admin"),
  operation(4, "PUT", "修改字典", "/api/admin/dict", '{"id":"{n}"}', "字典项已被使用，只能停用", "it_staff"),
  operation(2, "DELETE", "删除字典", "/api/admin/dict/{n}", "{}", "字典项已被使用，只能停用", "it_staff"),
  operation(2, "PUT", "修改部门", "/api/admin/dept", '{"id":"{n}"}', "部门下存在子部门或用户", "admin"),
  operation(3, "PUT", "修改菜单", "/api/admin/menu", '{"menuId":"{n}"}', "上级菜单不能为自己或下级", "admin"),
];

const AGENTS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
];

/** Every operation as often as its weight, so that an even choice follows the weights. */
const DECK = CATALOGUE.flatMap((o) => Array<LogOperation>(o.weight).fill(o));

/**
 * Fills the operation log: working days and hours of the last 90 days, 2 % refused, one md5 per row
 * cut into five pieces. Answers the number of rows.
 */
export async function insertLogs(sql: Sql, seed: string, today: string, scale: number) {
  const rows = Math.round(OPERATIONS * scale);
  await sql.query(
    `insert into sys_log (type, title, service_id, remote_addr, user_agent, request_uri, method,
       params, time, exception, create_by, create_time)
     with people as (
       select array_agg(username order by id) as names from sys_user where last_login_time is not null),
     chance as (
       select i, md5($1 || ':log:' || i) as h from generate_series(1, $3::int) i),
     dice as (
       select i,
         ('x' || substr(h, 1, 6))::bit(24)::int / 16777216.0 as a,
         ('x' || substr(h, 7, 6))::bit(24)::int / 16777216.0 as b,
         ('x' || substr(h, 13, 6))::bit(24)::int / 16777216.0 as c,
         ('x' || substr(h, 19, 6))::bit(24)::int / 16777216.0 as d,
         ('x' || substr(h, 25, 6))::bit(24)::int / 16777216.0 as e
       from chance),
     placed as (
       select *, $2::date - 1 - floor(a * $4)::int as day,
         names[1 + floor(c * cardinality(names))::int] as username,
         $5::jsonb -> floor(d * jsonb_array_length($5::jsonb))::int as o
       from dice cross join people)
     select case when e < 0.02 then '9' else '0' end, o ->> 'title', 'erp-backend',
       '10.8.' || floor(c * 8)::int || '.' || 10 + floor(c * 1600)::int % 200,
       ($6::text[])[1 + floor(power(c * 97 % 1, 2) * cardinality($6::text[]))::int],
       replace(o ->> 'uri', '{n}', (1 + floor(b * 200)::int)::text), o ->> 'method',
       replace(o ->> 'params', '{n}', (1 + floor(b * 200)::int)::text),
       4 + floor(900 * power(a * 89 % 1, 6) + 40 * (b * 53 % 1))::int,
       case when e < 0.02 then o ->> 'refusal' end, coalesce(o ->> 'by', username),
       -- Work on a weekend moves to a day of the week before it, one time in seven it stays.
       (day - case when e < 0.85 and extract(isodow from day) > 5
         then extract(isodow from day)::int - 5 + floor(e / 0.85 * 5)::int else 0 end)
         + interval '8 hours 30 minutes' + b * interval '10 hours 30 minutes'
     from placed order by 12, i`,
    [seed, today, rows, DAYS, JSON.stringify(DECK), AGENTS],
  );
  return rows;
}
