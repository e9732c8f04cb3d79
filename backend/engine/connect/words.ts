import type { Database, Sql } from "#backend/platform/db";

/** Something that a system outside is to hear. */
export interface Message {
  id: string;
  tenantId: string;
  kind: string;
  /** Said to the other side: heard twice, it is done once. */
  key: string;
  connectorId: string | null;
  documentId: string | null;
  payload: Record<string, unknown>;
}

/** How one kind of message is sent, and what its end does here. */
export interface ConnectSending {
  /** How often it is sent before it is given up; 8 unless said. */
  attempts?: number;
  /** Speaks with the other side, outside of any transaction. It may run again for the same message. */
  send(db: Database, message: Message): Promise<unknown>;
  /** It was heard: in the transaction that says so. */
  done?(sql: Sql, message: Message, answer: unknown): Promise<void>;
  /** It will not be sent again by itself: in the transaction that says so. */
  dead?(sql: Sql, message: Message, reason: string, error: unknown): Promise<void>;
}

export interface OutboxHandler extends ConnectSending {
  kind: string;
}

/** Names the kind of messages that are sent so. */
export const onOutbox = (kind: string, sending: ConnectSending): OutboxHandler => ({ kind, ...sending });

/** The other side cannot answer now; it is asked again. */
export class Later extends Error {
  constructor(
    message: string,
    /** When the other side said how long to wait. */
    readonly afterSeconds?: number,
  ) {
    super(message);
  }
}

/** The other side is still at what it was asked for: looking again is no further attempt. */
export class Underway extends Later {}

/** The other side understood and will not do it: asking again does not help. */
export class Refused extends Error {}

/** The other side answered that it did not do it: nothing of an earlier try stands either. */
export class Denied extends Refused {}
