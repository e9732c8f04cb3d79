import type { RequestHandler } from "express";
import helmet from "helmet";

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

/** Headers that hold for every page; the content security policy is set with the page itself. */
export const securityHeaders = () =>
  helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // A back office is often reached by plain http inside the company; nginx adds HSTS for https.
    strictTransportSecurity: false,
    // For browsers that are gone, such as Flash and Internet Explorer: the first page has no byte to spare.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // No page links to another host, and no page shares its origin's memory with others.
    xDnsPrefetchControl: false,
    originAgentCluster: false,
    frameguard: { action: "sameorigin" },
    referrerPolicy: { policy: "same-origin" },
  });
