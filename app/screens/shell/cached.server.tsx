import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { createContext, type ReactElement, useContext } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { identityOf } from "~/erp/identity";
import { today } from "~/text";
import { moreLater } from "~/ui";
import { contentKey } from "./content-key";
import { FrameContext } from "./frame";

// Lists are opened again and again: by another tab, by way of back, by people with the same rights.
const drawn = new LRUCache<string, Buffer>({
  maxSize: 24_000_000,
  sizeCalculation: (html, by) => html.length + by.length,
});

// Drawn anew by each process and never sent: no text of a page can be taken for a place.
const SECRET = randomUUID();
const PLACE = new RegExp(`<i data-part="${SECRET}-(\\d+)"></i>`);

/** HTML with the kept parts in their places, in pieces: their bytes are not copied through text. */
export const withParts = (html: string, parts: readonly Buffer[]): (string | Buffer)[] =>
  html.split(PLACE).map((piece, i) => (i % 2 ? (parts[Number(piece)] ?? "") : piece));

/** Parts of the part that is being drawn: they are kept for themselves and copied into it. */
const WithinContext = createContext<Buffer[] | null>(null);

interface CachedProps<P extends object> {
  /** A component of module scope: one made while rendering is never drawn from what is kept. */
  draw: (props: P) => ReactElement | null;
  /** Everything that it is given, as plain data. */
  of: P;
}

/**
 * A part of a page that is drawn once per content of its props and day. It stands alone: contexts, such
 * as the frame with its person and theme, do not reach it, so that nothing but the props has a say.
 */
export function Cached<P extends object>({ draw: Draw, of }: CachedProps<P>) {
  const frame = useContext(FrameContext);
  const parts = useContext(WithinContext) ?? frame?.parts;
  if (!parts) throw new Error("a part is drawn without its page");
  const key = `${identityOf(Draw)} ${today()} ${contentKey(of)}`;
  let html = drawn.get(key);
  if (!html) {
    const within: Buffer[] = [];
    const text = renderToStaticMarkup(
      <WithinContext.Provider value={within}>
        <Draw {...of} />
      </WithinContext.Provider>,
    );
    html = Buffer.concat(withParts(moreLater(text), within).map((piece) => Buffer.from(piece)));
    drawn.set(key, html);
  }
  return <i data-part={`${SECRET}-${parts.push(html) - 1}`} />;
}
