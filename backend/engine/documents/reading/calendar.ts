import { z } from "zod";
import { type Endpoint, endpoint } from "#backend/platform/http";
import { type DocumentType, type ListQuery, permissionOf, querySchema, readable } from "#documents/kit";
import { context } from "../call";
import { headColumn, snake } from "../names";
import type { DocumentRuleRow, RuleContext, Rules } from "../rules";
import { selectList } from "./select";
import { wanted } from "./where";

const DAYS = 7;
/** More than a page can show; the answer says when there are more. */
const MOST = 500;

/**
 * Lines whose date lies in the seven days from `from`, in the order of the days; the list's filters
 * apply to their headers, void ones are left out.
 */
async function weekOf(c: RuleContext, document: DocumentType, rules: Rules, from: string, query: ListQuery) {
  const { list: { calendar } = {} } = document;
  const lines = calendar && document.lines?.[calendar.lines];
  if (!calendar || !lines) return [];
  // The week takes the place of the list's own range of this date.
  const plain = { ...query, [`${calendar.date}From`]: undefined, [`${calendar.date}To`]: undefined };
  const where = wanted(document, plain, c.caller, rules)
    .and("l.del_flag = 0")
    .and(`l.${snake(calendar.date)} >= ?::date`, from)
    .and(`l.${snake(calendar.date)} < ?::date + ${DAYS}`, from);
  if (document.status) where.and(`t.${snake(document.status.field)} <> 'void'`);
  const shown = calendar.show
    .filter((name) => lines.fields[name] && readable(lines.fields[name], c.caller))
    .map((name) => `'${name}', l.${snake(name)}`);
  return c.sql.query<DocumentRuleRow>(
    `select ${selectList(document, c.caller, rules)}, l.id as "lineId", l.${snake(calendar.date)} as day,
       jsonb_build_object(${shown.join(", ")}) as line
     from ${document.table} t join ${lines.table} l on l.${headColumn(document)} = t.id
     where ${where} order by day, t.id, l.line_no limit ${MOST}`,
    where.values,
  );
}

/** `GET {api}/week?from=yyyy-MM-dd`: a document with a calendar, its lines by day. */
export const calendarEndpoints = (document: DocumentType, rules: Rules): Endpoint[] =>
  document.list?.calendar
    ? [
        endpoint({
          tag: document.label,
          path: `${document.api}/week`,
          title: `${document.label}周历`,
          permission: permissionOf(document, "view"),
          query: () =>
            querySchema(document)
              .omit({ ascs: true, descs: true })
              .extend({ from: z.iso.date("日期不正确") }),
          response: z.array(
            z.looseObject({
              id: z.string(),
              lineId: z.string(),
              day: z.iso.date(),
              line: z.record(z.string(), z.unknown()),
            }),
          ),
          handle: (call) => {
            const { from, ...query } = call.query;
            return weekOf(context(call, call.db), document, rules, from, query);
          },
        }),
      ]
    : [];
