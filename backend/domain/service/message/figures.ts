import type { Context } from "#backend/platform/http/context";
import { csThread } from "#documents/service/thread";

/** Hours to answer in (market.md 3), and how many of them warn. */
export const ANSWER_HOURS = 24;
const WARN_HOURS = 4;

/** SQL: what is left of the time to answer the thread `t`. */
export const slaOf = (t: string) => `case when ${t}.status <> 'open' then 'none'
    when ${t}.due_time < now() then 'overdue'
    when ${t}.due_time < now() + interval '${WARN_HOURS} hours' then 'due' else 'ok' end`;

/**
 * Works out anew what a thread says of its messages, whatever order they came in: since when the buyer
 * waits, until when an answer is due, when we wrote last. The thread is locked.
 */
export async function recount({ sql }: Context, id: string): Promise<void> {
  await sql.query(
    `update ${csThread.table} t set unread = m.unread, last_time = m.last_in,
       due_time = m.waits + interval '${ANSWER_HOURS} hours', last_sent_time = m.last_out,
       language = coalesce(m.language, t.language)
     from (select count(*) filter (where direction = 'in' and not answered)::int as unread,
         max(message_time) filter (where direction = 'in') as last_in,
         min(message_time) filter (where direction = 'in' and not answered) as waits,
         max(message_time) filter (where direction = 'out') as last_out,
         (array_agg(language order by message_time desc)
           filter (where direction = 'in' and language is not null))[1] as language
       from cs_message where cs_thread_id = $1 and del_flag = 0) m
     where t.id = $1`,
    [id],
  );
}

export interface MessageSaid {
  direction: "in" | "out";
  messageTime: string;
  content: string;
  subject?: string | null;
  language?: string | null;
  translatedText?: string | null;
  externalId?: string | null;
  templateId?: string | null;
  attachments?: readonly string[];
  answered?: boolean;
}

/** Adds a message to a thread that the caller has locked. @returns its id */
export async function addMessage(c: Context, threadId: string, said: MessageSaid): Promise<string> {
  const row = await c.sql.one<{ id: string }>(
    `insert into cs_message (tenant_id, create_by, cs_thread_id, line_no, direction, message_time,
       subject, content, attachments, language, translated_text, template_id, external_id, send_state,
       answered)
     values ($1, $2, $3, (select coalesce(max(line_no), 0) + 1 from cs_message where cs_thread_id = $3),
       $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
    [
      c.tenantId,
      c.caller.userId,
      threadId,
      said.direction,
      said.messageTime,
      said.subject ?? null,
      said.content,
      said.attachments ?? [],
      said.language ?? null,
      said.translatedText ?? null,
      said.templateId ?? null,
      said.externalId ?? null,
      said.direction === "out" ? "queued" : null,
      said.answered ?? false,
    ],
  );
  if (!row) throw new Error("no message was kept");
  return row.id;
}
