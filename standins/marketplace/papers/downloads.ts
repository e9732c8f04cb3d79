import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Ask, Fault, type Route } from "../../http/words";
import type { World } from "../../world/world";
import { inMood } from "./moods";

/** A document as it is handed out. */
export interface PaperMade {
  bytes: Buffer;
  type: string;
}

interface Handed {
  account: string;
  gzip: boolean;
  until: number;
  make(): PaperMade;
}

const LINK_SECONDS = 300;
const MOST_ADDRESSES = 10_000;
/** Where a connection breaks that is to break. */
const BREAKS_AT = 0.6;

/** Addresses of documents: whoever knows one may call it without a token, for five minutes unless told otherwise. */
export function downloadsOf(world: World) {
  const handed = new Map<string, Handed>();
  return {
    /** What getReportDocument answers. */
    hand({ account, base, query }: Ask, reportDocumentId: string, make: () => PaperMade) {
      const oldest = handed.keys().next().value;
      if (handed.size >= MOST_ADDRESSES && oldest) handed.delete(oldest);
      const mood = world.paperMoods[account];
      // What is to be no gzip any more has to be called one.
      const gzip = query.get("compressionAlgorithm") === "GZIP" || !!mood?.gzip || !!mood?.corrupt;
      const key = randomUUID();
      handed.set(key, { account, gzip, until: Date.now() + (mood?.linkSeconds ?? LINK_SECONDS) * 1000, make });
      const url = `${base}/paper/${key}`;
      return { json: { reportDocumentId, url, ...(gzip && { compressionAlgorithm: "GZIP" }) } };
    },
    route: {
      method: "GET",
      path: /^\/paper\/([^/]+)$/,
      open: true,
      run({ path }) {
        const found = handed.get(path[0] ?? "");
        if (!found) throw new Fault(404, "Not found");
        if (found.until < Date.now()) throw new Fault(403, "Request has expired");
        const { account, gzip } = found;
        const { bytes: plain, type } = found.make();
        const bytes = gzip ? gzipSync(plain) : plain;
        if (gzip && inMood(world, account, "corrupt")) bytes.fill(0xaa, Math.floor(bytes.length / 2));
        const cutAt = inMood(world, account, "truncate") ? Math.floor(bytes.length * BREAKS_AT) : undefined;
        return { bytes, type, cutAt };
      },
    } satisfies Route,
  };
}
