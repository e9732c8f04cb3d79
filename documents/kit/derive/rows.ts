import type { DocumentInput, DocumentType, Lines } from "../document/document";
import type { Field } from "../field/field";
import type { flowStates } from "../field/flow-states";
import type { Address } from "../glance/sealed";

/*
 * What a row of a declaration is, worked out by the compiler: rules read `row.expectDate` instead of
 * casting it, and a misspelt state, field, option or action does not compile.
 */

export type FieldSet = Readonly<Record<string, Field>>;
/** A declaration as it was written, before the engine completes it. */
export type Given = DocumentInput;

type ArrayKind = "refs" | "images" | "files" | "texts";
type NumberKind = "int" | "decimal" | "money" | "percent";

/** A value that is there, as it travels: decimals, ids, dates and times are text. */
export type Plain<F> = F extends { kind: "int" }
  ? number
  : F extends { kind: "bool" }
    ? boolean
    : F extends { kind: "enum"; options: infer O }
      ? keyof O & string
      : F extends { kind: "enums"; options: infer O }
        ? (keyof O & string)[]
        : F extends { kind: ArrayKind }
          ? string[]
          : F extends { kind: "json" }
            ? unknown
            : string;

/** True for what a saved row always has: required, with a default, or counted by the server. */
type Always<F> = F extends { virtual: true }
  ? false
  : F extends { kind: "bool" | "enums" | ArrayKind }
    ? true
    : F extends { required: true } | { default: string | number }
      ? true
      : F extends { later: true }
        ? false
        : F extends { kind: NumberKind; computed: true }
          ? true
          : false;

export type ValueOf<F> = Always<F> extends true ? Plain<F> : Plain<F> | null;

type Label<N> = N extends `${infer Base}Ids`
  ? `${Base}Names`
  : N extends `${infer Base}Id`
    ? `${Base}Name`
    : `${N & string}Name`;

/** Values of fields by name; what rules alone fill in may be absent. */
export type ValuesOf<Fs> = {
  -readonly [N in keyof Fs as Fs[N] extends { virtual: true } ? never : N]: ValueOf<Fs[N]>;
} & {
  -readonly [N in keyof Fs as Fs[N] extends { virtual: true } ? N : never]?: Plain<Fs[N]> | null;
};

/** Readable twins of references: supplierId → supplierName. */
type Twins<Fs> = {
  [N in keyof Fs as Fs[N] extends { kind: "ref" } ? Label<N> : never]?: string | null;
} & { [N in keyof Fs as Fs[N] extends { kind: "refs" } ? Label<N> : never]?: string[] };

export type DeriveFlowState = keyof typeof flowStates;
export type FlowAction = "submit" | "withdraw" | "approve" | "reject";

/** States of a declaration. */
export type StateOf<D> = D extends { status: { values: infer V } }
  ? keyof V & string
  : D extends { flow: object }
    ? DeriveFlowState
    : never;

type LinesIn<D> = D extends { lines: infer L extends Readonly<Record<string, Lines>> } ? L : object;
type DeriveKept<D> = D extends { number: string } | { coded: true } ? true : false;

/** Columns that the engine gives every row; documents have some more (supply.md 0.1). */
type CommonRow<D> = { id: string; version: number } & {
  createBy: string | null;
  createTime: string;
  updateBy: string | null;
  updateTime: string | null;
} & NumberedRow<D> &
  (DeriveKept<D> extends true ? { remark: string | null; attachments: string[]; deptId: string | null } : object) &
  (DeriveKept<D> extends true ? ([StateOf<D>] extends [never] ? object : { status: StateOf<D> }) : object) &
  (D extends { flow: object }
    ? { submitTime: string | null; approveTime: string | null; approveBy: string | null; procInstId: string | null }
    : object);

/** Readable twins of references of lines, as `$skuId`. */
type DeriveLabels<Fs> = {
  [N in keyof Fs & string as Fs[N] extends { kind: "ref" } ? `$${N}` : never]?: string | null;
};

type OwnFields<D> = D extends { fields: infer Fs extends FieldSet } ? Fs : object;

/** A number is there, also where the declaration has its own word on it. */
type NumberedRow<D> = D extends { number: string } ? { no: string } : object;

/** The header of a saved row. */
export type HeadOf<D> = Omit<CommonRow<D>, keyof OwnFields<D>> &
  Omit<ValuesOf<OwnFields<D>>, keyof NumberedRow<D>> &
  NumberedRow<D> &
  Twins<OwnFields<D>>;

/** A saved line. */
export type LineRow<Fs> = { id: string; version: number; lineNo: number } & ValuesOf<Fs> & DeriveLabels<Fs>;

export type LineName<D> = keyof LinesIn<D> & string;
/** A saved line of this table of the declaration. */
export type LineOf<D, N extends LineName<D>> = LinesIn<D>[N] extends { fields: infer Fs } ? LineRow<Fs> : never;

/** A saved row with its lines. */
export type RowOf<D> = HeadOf<D> & { [N in LineName<D>]: LineOf<D, N>[] };

/** An address is written by its parts and read as one masked text. */
type Writing<F> = F extends { kind: "address" } ? Address : Plain<F>;
type Anything<Fs> = { -readonly [N in keyof Fs]?: Writing<Fs[N]> | null };
/** A line that is about to be written: what is not named stays, or is empty. */
export type LineDraft<D, N extends LineName<D>> = LinesIn<D>[N] extends { fields: infer Fs }
  ? { id?: string | null; lineNo?: number } & Anything<Fs>
  : never;

/** Values that are about to be written. */
export type DraftOf<D> = {
  -readonly [N in keyof Omit<CommonRow<D>, keyof OwnFields<D>>]?: CommonRow<D>[N] | null;
} & Anything<OwnFields<D>> & { [N in LineName<D>]?: LineDraft<D, N>[] };

/** A draft and the row that it changes, in one. */
export type FieldName<D> = (keyof OwnFields<D> | keyof CommonRow<D>) & string;

/** Actions of a declaration, those of its approval included. */
export type ActionOf<D> = DocumentType extends D
  ? string
  : (D extends { actions: infer A } ? keyof A & string : never) | (D extends { flow: object } ? FlowAction : never);

type DeriveAsked<Fs> = { [N in keyof Fs]: ValueOf<Fs[N]> };
/** What an action asks for; of a withdrawal or rejection, the state that it leads to. */
export type InputOf<D, A> = A extends "returned" ? { status: "draft" | "rejected" } : AskedBy<D, A>;

type Giving<Fs> = {
  [N in keyof Fs as Fs[N] extends { required: true } ? N : never]: Writing<Fs[N]>;
} & { [N in keyof Fs as Fs[N] extends { required: true } ? never : N]?: Writing<Fs[N]> | null };

/** What an action is given: what it asks for, only what it requires being needed. Of any declaration, values. */
export type GivenOf<D, A> = DocumentType extends D
  ? Readonly<Record<string, unknown>>
  : D extends { actions: infer As }
    ? A extends keyof As
      ? (As[A] extends { input: infer Fs } ? Giving<Fs> : object) &
          (As[A] extends { lines: infer Ls }
            ? {
                [N in keyof Ls]?: Ls[N] extends { fields: infer Fs }
                  ? ({ id?: string | null } & Anything<Fs>)[]
                  : never;
              }
            : object)
      : { comment?: string | null }
    : { comment?: string | null };

type AskedBy<D, A> = D extends { actions: infer As }
  ? A extends keyof As
    ? (As[A] extends { input: infer Fs } ? DeriveAsked<Fs> : object) &
        (As[A] extends { lines: infer Ls }
          ? {
              [N in keyof Ls]: Ls[N] extends { fields: infer Fs } ? ({ id?: string | null } & Anything<Fs>)[] : never;
            }
          : object)
    : { comment?: string | null }
  : { comment?: string | null };
