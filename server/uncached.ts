import type { RequestHandler } from "express";

/**
 * An answer that does not say itself whether it may be kept is kept nowhere: refusals, redirects and
 * answers to scripts are about one person at one moment.
 */
export const uncached: RequestHandler = (_req, res, next) => {
  const writeHead = res.writeHead.bind(res) as (...given: unknown[]) => typeof res;
  res.writeHead = (...given: unknown[]) => {
    if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "private, no-store");
    return writeHead(...given);
  };
  next();
};
