/** The part of esbuild's metafile that is read here. */
export interface Metafile {
  outputs: Record<
    string,
    { entryPoint?: string; inputs: Record<string, unknown>; imports: { path: string; kind: string }[] }
  >;
}

/** Outputs that a browser may load from this one on: all of them, or those without waiting only. */
export function reachable(metafile: Metafile, from: string, lazy: boolean): string[] {
  const seen = new Set<string>();
  const visit = (file: string) => {
    const output = metafile.outputs[file];
    if (!output || seen.has(file)) return;
    seen.add(file);
    for (const next of output.imports) if (lazy || next.kind !== "dynamic-import") visit(next.path);
  };
  visit(from);
  return [...seen];
}

/** The output that was made from this source file. */
export function outputOf(metafile: Metafile, source: string): string {
  const found = Object.entries(metafile.outputs).find(([, o]) => o.entryPoint === source);
  if (!found) throw new Error(`${source} is no entry of the browser build`);
  return found[0];
}

/** Sources in these outputs, as "output: source". */
export function sourcesIn(metafile: Metafile, outputs: string[]): string[] {
  return outputs.flatMap((file) =>
    Object.keys(metafile.outputs[file]?.inputs ?? {}).map((source) => `${file}: ${source}`),
  );
}

/** Sources that must never reach a browser: zod alone is ~93 KB, the others are the server's. */
export const serverOnly =
  /: (.*node_modules\/(zod|express|pg)\/|documents\/|backend\/|app\/(erp|session|screens|features|routes)\/)/;
