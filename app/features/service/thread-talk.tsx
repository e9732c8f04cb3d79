import { can } from "#documents/kit";
import { FormField } from "~/screens/form/control";
import type { DetailProps } from "~/screens/parts";
import { filesOf } from "~/screens/row/files";
import { formatDateTime } from "~/text/date";
import { plainText } from "~/text/plain";
import { Button } from "~/ui/button/button";
import { Card } from "~/ui/card/card";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { Tag } from "~/ui/tag/tag";
import { type Spoken, Talk } from "~/ui/talk/talk";
import { withParams } from "~/ui/url";
import { OrderBeside } from "./order-beside";
import { type Message, messagesOf, SENT, talkOf, templatesOf } from "./talk-data";

function Files({ message }: { message: Message }) {
  const files = filesOf(message.attachments, message.attachmentsName);
  return files.map((file) => (
    <div key={file.url}>
      <a href={file.url}>{file.name}</a>
    </div>
  ));
}

const spoken = (row: DetailProps["row"], message: Message): Spoken => {
  const mine = message.direction === "out";
  const sent = message.sendState ? SENT[message.sendState] : undefined;
  return {
    ...{ id: message.id, mine, text: message.content },
    by: mine ? (talkOf(row).writers[message.id] ?? "我方") : "买家",
    time: formatDateTime(message.messageTime),
    note: sent && (
      <>
        <Tag tone={sent.tone}>{sent.label}</Tag>
        {message.sendNote && <span className="hint">{message.sendNote}</span>}
      </>
    ),
    below: (
      <>
        {message.translatedText && <p className="hint">译文：{message.translatedText}</p>}
        <Files message={message} />
      </>
    ),
  };
};

/** Ways to answer, each a link that fills the text in: they work without script. */
function Templates({ row, url }: Pick<DetailProps, "row" | "url">) {
  const all = templatesOf(row);
  if (!all.length) return null;
  return (
    <p className="hint">
      话术：
      {all.slice(0, 12).map((t) => (
        <span key={t.id}>
          <a href={`${withParams(url, { template: t.id, at: `${row.version}` })}#reply`}>
            {t.title}
          </a>{" "}
        </span>
      ))}
    </p>
  );
}

function Reply({ document, row, options, keyOfForm, url, act }: DetailProps) {
  const input = document.actions?.reply?.input;
  if (!input?.content || !input.attachments) return null;
  const asked = new URL(url, "http://x").searchParams;
  // Chosen before the last answer was sent, it is not offered again.
  const chosen = asked.get("at") === `${row.version}` ? asked.get("template") : null;
  const template = templatesOf(row).find((t) => t.id === chosen);
  const text = act?.values.content ?? template?.text ?? plainText(row.draftText);
  return (
    <Card title="回复买家" id="reply">
      <form method="post" encType="multipart/form-data" className="form">
        <input type="hidden" name="_id" value={`${row.id}:${row.version}`} />
        <input type="hidden" name="_key" value={act?.key ?? keyOfForm} />
        <input type="hidden" name="templateId" value={template?.id ?? ""} />
        <ErrorSummary errors={act?.errors} message={act?.message} />
        <Templates row={row} url={url} />
        <FormField
          name="content"
          field={input.content}
          value={text}
          error={act?.errors?.content}
          wide
        />
        <FormField
          name="attachments"
          field={input.attachments}
          value={act?.values.attachments}
          options={options?.attachments}
          error={act?.errors?.attachments}
        />
        <p className="hint">不能含站外联系方式和诱导评价的用语；发出后由平台转给买家。</p>
        <div className="foot">
          <Button name="_do" value="saveDraft">
            存草稿
          </Button>
          <Button tone="primary" name="_do" value="reply">
            发送
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** A thread before its facts: what was written and the answer, the order beside them. */
export function ThreadTalk(props: DetailProps) {
  const { document, row, permissions } = props;
  const messages = messagesOf(row);
  const writes = permissions && can(permissions, document, "reply").ok;
  const may = writes ? can(permissions, document, "reply", row) : undefined;
  return (
    <div className="talk-board">
      <div>
        <Card title={`往来消息（${messages.length}）`}>
          <Talk items={messages.map((one) => spoken(row, one))} />
        </Card>
        {may?.ok && <Reply {...props} />}
        {may && !may.ok && (
          <Card title="回复买家" id="reply">
            <p className="hint">{may.reason}</p>
          </Card>
        )}
      </div>
      <OrderBeside talk={talkOf(row)} />
    </div>
  );
}
