import type { Action, DocumentInput, OpenFields } from "./document";
import type { Print } from "./glance/print";
import type { ScopeBy } from "./glance/scope-by";
import type { FieldName, LineName, StateOf } from "./rows";
import type { Download } from "./screens";

type NoMore<Given, Allowed> = { [N in Exclude<keyof Given, keyof Allowed>]: never };

/** `field`, or `{lines}.{field}` of a line. */
type Path<G> = FieldName<G> | `${LineName<G>}.${string}`;

type CheckedActions<G> = G extends { actions: infer A }
  ? {
      actions: {
        [N in keyof A]: NoMore<A[N], Action> & {
          from?: readonly StateOf<G>[];
          to?: StateOf<G>;
          refusals?: { [S in StateOf<G>]?: string };
          unless?: readonly [field: FieldName<G>, value: string | number, sentence: string];
        };
      };
    }
  : object;

/**
 * What a declaration must keep to besides its shape: states, fields and lines that it names are its
 * own. The compiler says so at the word that is wrong.
 */
export type Checked<G extends DocumentInput> = NoMore<G, DocumentInput> &
  CheckedActions<G> & {
    display?: FieldName<G>;
    keyword?: readonly Path<G>[];
    finds?: readonly Path<G>[];
    foundBy?: readonly Path<G>[];
    optionFacts?: {
      [K in "words" | "figures" | "known"]?: readonly FieldName<G>[];
    } & { picture?: FieldName<G>; name?: FieldName<G> };
    sort?: readonly { by: FieldName<G>; desc?: boolean }[];
    partition?: FieldName<G>;
    scopeBy?: {
      [K in Exclude<keyof ScopeBy, "all" | "warehouse" | "user" | "readers">]?: FieldName<G>;
    } & {
      all?: string;
      readers?: Record<"scope" | "depts" | "roles", FieldName<G>> & { states: readonly string[] };
    } & {
      [K in "warehouse" | "user"]?: FieldName<G> | readonly FieldName<G>[];
    };
    figures?: readonly {
      field: FieldName<G>;
      label?: string;
      of?: FieldName<G>;
      late?: FieldName<G>;
    }[];
    brief?: { amount?: FieldName<G>; qty?: FieldName<G>; date?: FieldName<G> };
    maker?: { [K in "document" | "id" | "text"]: FieldName<G> };
    flow?: { approved?: StateOf<G>; amount?: FieldName<G> };
    screens?: {
      printFrom?: readonly StateOf<G>[];
      prints?: Readonly<Record<string, Print & { from?: readonly StateOf<G>[] }>>;
    };
    openFields?: {
      [S in StateOf<G>]?: OpenFields & { fields: readonly (FieldName<G> | LineName<G>)[] };
    };
    import?: { key?: readonly FieldName<G>[]; lines?: LineName<G> };
    exportLines?: LineName<G>;
    exportEach?: readonly [field: FieldName<G>, sentence: string];
    prefillBy?: readonly FieldName<G>[];
    bulk?: readonly FieldName<G>[];
    tree?: { parent: FieldName<G> };
    calendar?: { lines: LineName<G>; head: readonly FieldName<G>[] };
    downloads?: Readonly<Record<string, Download & { from?: readonly StateOf<G>[] }>>;
  };
