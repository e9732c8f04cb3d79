import { can } from "#documents/kit";
import { allOrder, sendStates } from "#documents/service/all-order";
import { FormField } from "~/screens/form/control";
import { openHref } from "~/screens/frame/href";
import type { DetailProps, PartRow } from "~/screens/parts";
import { filesOf } from "~/screens/row/files";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatDateTime, formatMoney, plainText, textOrDash } from "~/text";
import { Button, Card, Descriptions, ErrorSummary, LinkButton, Tag, type TagTone, withParams } from "~/ui";
import { type Spoken, Talk } from "~/ui/talk/talk";

type ThreadRow = PartRow<"cs_thread">;
type TalkData = NonNullable<ThreadRow["talk"]>;
type ThreadTalkMessage = NonNullable<ThreadRow["messages"]>[number];

const SENT: Readonly<Record<string, { label: string; tone: TagTone }>> = sendStates;

const NOTHING: TalkData = { writers: {}, parcels: [], steps: [] };

const talkOf = (row: ThreadRow) => row.talk ?? NOTHING;

/** In the order in which they were written, whenever they came. */
const messagesOf = ({ messages = [] }: ThreadRow) =>
  [...messages].sort(({ messageTime: a = "" }, { messageTime: b = "" }) => (a < b ? -1 : a > b ? 1 : 0));

/** What was ordered and where it is, beside what the buyer asks, with what may be done about it. */
function OrderBeside({ talk: { order, parcels, steps } }: { talk: TalkData }) {
  if (!order)
    return (
      <Card title="订单">
        <p className="hint">还没有同步到这个订单，同步后自动对上。</p>
      </Card>
    );
  return (
    <Card title="订单">
      <Descriptions
        items={[
          { label: "订单号", value: rowLink("all_order", order.id, order.no) },
          { label: "状态", value: stateTag("all_order", order.status) },
          { label: "金额", value: formatMoney(order.total, plainText(order.currency)) },
          { label: "下单时间", value: order.time && formatDateTime(order.time) },
          { label: "配送", value: order.channel === "AFN" ? "亚马逊配送" : "自发货" },
          { label: "最晚送达", value: order.deliver && formatDateTime(order.deliver) },
          { label: "买家", value: textOrDash(order.buyer) },
          { label: "商品", value: order.goods.join("，"), wide: true },
          {
            label: "包裹",
            wide: true,
            value:
              parcels.length === 0
                ? "—"
                : parcels.map((p) => (
                    <div key={p.id}>
                      {rowLink("package_order", p.id, p.no)} {stateTag("package_order", p.status)}{" "}
                      {[p.carrierCode, p.trackingNo].filter(Boolean).join(" ")}
                    </div>
                  )),
          },
        ]}
      />
      {steps.length > 0 && (
        <p className="steps">
          {steps.map((name) => {
            const { label, opens } = allOrder.actions[name];
            return (
              <LinkButton key={name} href={openHref(opens, order.id)}>
                {label}
              </LinkButton>
            );
          })}
        </p>
      )}
    </Card>
  );
}

function Files({ message }: { message: ThreadTalkMessage }) {
  const files = filesOf(message.attachments);
  return files.map((file) => (
    <div key={file.url}>
      <a href={file.url}>{file.name}</a>
    </div>
  ));
}

const spoken = (row: ThreadRow, message: ThreadTalkMessage): Spoken => {
  const mine = message.direction === "out";
  const sent = message.sendState ? SENT[message.sendState] : undefined;
  return {
    id: message.id,
    mine,
    text: plainText(message.content),
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
function Templates({ row, url }: Pick<DetailProps<"cs_thread">, "row" | "url">) {
  const all = row.templates ?? [];
  if (!all.length) return null;
  return (
    <p className="hint answers">
      话术：
      {all.slice(0, 12).map((t) => (
        <span key={t.id}>
          <a href={`${withParams(url, { template: t.id, at: `${row.version}` })}#reply`}>{t.title}</a>{" "}
        </span>
      ))}
    </p>
  );
}

function Reply({ document, row, options, keyOfForm, url, act }: DetailProps<"cs_thread">) {
  const input = document.actions?.reply?.input;
  if (!input?.content || !input.attachments) return null;
  const asked = new URL(url, "http://x").searchParams;
  // Chosen before the last answer was sent, it is not offered again.
  const chosen = asked.get("at") === `${row.version}` ? asked.get("template") : null;
  const template = row.templates?.find((t) => t.id === chosen);
  const text = act?.values.content ?? template?.text ?? plainText(row.draftText);
  return (
    <Card title="回复买家" id="reply">
      <form method="post" encType="multipart/form-data" className="form">
        <input type="hidden" name="_id" value={`${row.id}:${row.version}`} />
        <input type="hidden" name="_key" value={act?.key ?? keyOfForm} />
        <input type="hidden" name="templateId" value={template?.id ?? ""} />
        <ErrorSummary errors={act?.errors} message={act?.message} />
        <Templates row={row} url={url} />
        <FormField name="content" field={input.content} value={text} error={act?.errors?.content} wide />
        <FormField
          name="attachments"
          field={input.attachments}
          value={act?.values.attachments}
          options={options?.attachments}
          error={act?.errors?.attachments}
        />
        <p className="hint">不能含站外联系方式和诱导评价的用语；发出后由平台转给买家。</p>
        <div className="foot" id="saveDraft">
          <Button name="_do" value="saveDraft">
            存草稿
          </Button>
          <Button name="_next" value="reply">
            发送并看下一条
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
export function ThreadTalk(props: DetailProps<"cs_thread">) {
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
