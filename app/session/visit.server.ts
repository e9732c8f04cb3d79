import { samePath } from "./paths.server";

/** One request of a browser, free of Express; `url` is path and query. */
export interface Visit {
  method: string;
  url: string;
  path: string;
  /** Host and port under which the browser reached the console. */
  host: string;
  /** Reached over https (the last proxy said so, when it is trusted). */
  https: boolean;
  ip: string;
  /** Every address that the request is said to have come by, believed or not, as proxies write them. */
  hops: string;
  header(name: string): string | undefined;
  /**
   * Where the backend stood after what this browser wrote last, when that was, and when it last wrote what may change
   * somebody's name, rights or menu (epoch ms).
   */
  written: { at?: string; since?: number; rights?: number };
}

/** A person looks at the answer, not a script; plain clients that take anything count as persons. */
export function wantsPage(visit: Visit): boolean {
  const dest = visit.header("sec-fetch-dest");
  if (dest) return dest === "document" || dest === "iframe" || dest === "frame";
  const accept = visit.header("accept")?.trim() ?? "*/*";
  return accept === "*/*" || accept.includes("text/html");
}

export const isRead = (visit: Visit): boolean => visit.method === "GET" || visit.method === "HEAD";

/** Path and query of the page that was asked for, or that sent its form here; never another host. */
export const returnPath = (visit: Visit): string => samePath(visit.url.replace(/([?&])index(&|$)/, "$1")) ?? "/";
