import helmet from "helmet";

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
    frameguard: { action: "sameorigin" },
    referrerPolicy: { policy: "same-origin" },
  });
