import { z } from "zod";
import type { DocumentType } from "../document/document";
import type { Sends } from "../document/parts";
import type { HeadOf, LineName, LineOf } from "./rows";

/** What reading one row answers beyond its fields (`calls.sends`). */
export type SentOf<D> = D extends { calls: { sends: infer S extends Sends } }
  ? { -readonly [N in keyof S]?: z.output<S[N]> }
  : object;

/** The same without what lines bear besides: what rules add to the header. */
export type SentHead<D> = Omit<SentOf<D>, LineName<D>>;

/** What each line of this table bears besides its fields. */
export type LineSent<D, N> = N extends keyof SentOf<D>
  ? NonNullable<SentOf<D>[N]> extends readonly (infer L)[]
    ? L
    : object
  : object;

/** A line as a page is sent it: without what its reader may not see. */
export type PageLine<D, N extends LineName<D>> = { id: string } & Partial<Omit<LineOf<D, N>, "id">> & LineSent<D, N>;

/** A row as its page is sent it: without what its reader may not see, with what `sends` promises. */
export type PageRow<D> = { id: string; version: number } & Partial<Omit<HeadOf<D>, "id" | "version">> & {
    [N in LineName<D>]?: PageLine<D, N>[];
  } & SentHead<D>;

/** One of these words: the names of what words are said of. */
export const wordsOf = <W extends object>(words: W): z.ZodType<keyof W & string> =>
  z.custom<keyof W & string>((value) => typeof value === "string" && Object.hasOwn(words, value));

const asSent = z.array(z.looseObject({}));

/**
 * What `sends` promises of a row that is read, where it is there; its names are those of no type. What it
 * promises of lines comes beside their fields.
 */
export const sentShape = ({ calls, lines }: DocumentType): Record<never, z.ZodType> =>
  Object.fromEntries(
    Object.entries(calls?.sends ?? {}).map(([name, shape]) => [
      name,
      (lines?.[name] ? shape.and(asSent) : shape).optional(),
    ]),
  );

function each<N extends string, Z extends z.ZodType>(names: readonly N[], shape: Z): Record<N, Z>;
function each(names: readonly string[], shape: z.ZodType): object {
  return Object.fromEntries(names.map((name) => [name, shape]));
}

/** Shapes of what is sent, by name: texts, texts that may be null, texts that may also be left out, figures. */
export const texts = <N extends string>(...names: N[]) => each(names, z.string());
export const maybeTexts = <N extends string>(...names: N[]) => each(names, z.string().nullable());
export const someTexts = <N extends string>(...names: N[]) => each(names, z.string().nullish());
export const figures = <N extends string>(...names: N[]) => each(names, z.number());
