import type { DocumentInput } from "./document";

type ReferenceValues<T> = T extends object ? T[keyof T] : never;
type Targets<Fs> =
  ReferenceValues<Fs> extends infer F
    ? F extends { to: infer T } | { codeOf: infer T } | { numbersOf: readonly (infer T)[] }
      ? T
      : never
    : never;
type LineTargets<D> = D extends { lines: infer Ls }
  ? ReferenceValues<Ls> extends infer L
    ? L extends { fields: infer Fs }
      ? Targets<Fs>
      : never
    : never
  : never;
type ReferenceOpened<D> = D extends { actions: infer A }
  ? ReferenceValues<A> extends infer X
    ? X extends { opens: { document: infer T } }
      ? T
      : never
    : never
  : never;
type Related<D> = D extends { related: infer R }
  ? ReferenceValues<R> extends infer X
    ? X extends { document: infer T }
      ? T
      : never
    : never
  : never;
type Sources<D> = D extends { start: { prefill: infer P } }
  ? ReferenceValues<P> extends infer T
    ? T extends `${infer Name}.${string}`
      ? Name
      : T
    : never
  : never;
type ReferenceSeen<D> =
  | (D extends { rowsOf: infer T } ? T : never)
  | (D extends { of: infer T } ? T : never)
  | (D extends { menu: { on: infer T } } ? T : never)
  | (D extends { screens: { tabs: readonly (infer T)[] } } ? T : never);

/** Names of declarations that a declaration points to: by fields, lines, actions, tabs, related lists, prefill. */
export type ReferencesOf<D> = D extends { fields: infer Fs }
  ? Targets<Fs> | LineTargets<D> | ReferenceOpened<D> | Related<D> | ReferenceSeen<D> | Sources<D>
  : never;

/** What these declarations point to although it is not among them; `never` when nothing is missing. */
export type LostReferences<D extends Pick<DocumentInput, "name">, Planned = never> = Exclude<
  ReferencesOf<D>,
  D["name"] | Planned
>;
