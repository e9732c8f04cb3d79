import { sendStates } from "#documents/service/thread-words";
import type { Row } from "~/screens/row/row";
import type { Tone } from "~/ui/tag/tag";

/** The order beside a talk, as far as an answer needs it. */
export interface TalkOrder {
  id: string;
  no: string;
  status: string;
  currency: string;
  total: string;
  time: string;
  channel: string;
  buyer: string | null;
  deliver: string | null;
  goods: string[];
}

export interface TalkParcel {
  id: string;
  no: string;
  status: string;
  trackingNo: string | null;
  carrierCode: string | null;
}

export interface TalkData {
  /** Message → who wrote it. */
  writers: Record<string, string>;
  order?: TalkOrder | null;
  parcels: TalkParcel[];
  /** Operations of the order that this person may begin from here. */
  steps: ("refund" | "createVoc")[];
}

export interface Template {
  id: string;
  title: string;
  language: string | null;
  text: string;
}

export interface Message {
  id: string;
  direction: "in" | "out";
  messageTime: string;
  content: string;
  attachments?: unknown;
  attachmentsName?: unknown;
  translatedText?: string | null;
  sendState?: keyof typeof sendStates | null;
  sendNote?: string | null;
}

export const SENT: Readonly<Record<string, { label: string; tone: Tone }>> = sendStates;

const NOTHING: TalkData = { writers: {}, parcels: [], steps: [] };

export const talkOf = (row: Row) => (row.talk as TalkData | undefined) ?? NOTHING;
export const templatesOf = (row: Row) => (row.templates as Template[] | undefined) ?? [];

/** In the order in which they were written, whenever they came. */
export const messagesOf = (row: Row): Message[] =>
  [...((row.messages as Message[] | undefined) ?? [])].sort((a, b) =>
    a.messageTime < b.messageTime ? -1 : a.messageTime > b.messageTime ? 1 : 0,
  );
