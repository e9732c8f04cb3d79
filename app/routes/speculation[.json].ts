/**
 * Rules of the Speculation-Rules header: links of the shell are fetched when a pointer rests on them.
 * Left out is whatever does something when it is fetched, or is no page.
 */
const RULES = {
  prefetch: [
    {
      source: "document",
      where: {
        and: [
          { href_matches: "/*" },
          {
            not: {
              href_matches: [
                "/api/*",
                "/refresh/*",
                "/export/*",
                "/download/*",
                "/myiframe/*",
                "/help/*",
                "/lock*",
                "/logout*",
                "/login*",
              ],
            },
          },
          {
            not: { selector_matches: "[data-once],[download],[target=_blank],[aria-current=page]" },
          },
        ],
      },
      eagerness: "moderate",
    },
  ],
};

export const loader = () =>
  new Response(JSON.stringify(RULES), {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=86400",
    },
  });
