/** See shape.mjs. */
export function shape(): {
  files: number;
  lines: number;
  alone: string[];
  spreads: string[];
  byId: string[];
  casts: { app: number; backend: number; documents: number };
  twice: string[];
  documentKeys: number;
  long: string[];
};
