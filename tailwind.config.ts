import type { Config } from "tailwindcss";

// Tokens live in app/ui/tokens.css; Tailwind only gives them utility names.
export default {
  content: ["./app/**/*.{ts,tsx}"],
  // Without it every word of the source that is also a utility's name would end up in the sheet.
  prefix: "tw-",
  corePlugins: { preflight: false },
  theme: {
    extend: {
      colors: {
        accent: "var(--accent)",
        action: "var(--action)",
        ink: "var(--ink)",
        soft: "var(--ink-soft)",
        hint: "var(--ink-hint)",
        line: "var(--line)",
        page: "var(--page)",
        card: "var(--card)",
      },
    },
  },
} satisfies Config;
