import { z } from "zod";

/** The texts of a posted form by name; files are read where they are stored. */
export type FramePosted = Record<string, string[] | undefined>;

export function textsOf(form: FormData): FramePosted {
  const texts: FramePosted = Object.create(null);
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    const known = texts[name];
    if (known) known.push(value);
    else texts[name] = [value];
  }
  return texts;
}

const given = z.array(z.string()).default([]);

/** The first text under a name; empty when there is none. */
export const first = given.transform(([text = ""]) => text);

/** Every text under a name. */
export const every = given;

/** Whether the name was posted at all: a box that is ticked, a button that was pressed. */
export const pressed = z
  .array(z.string())
  .optional()
  .transform((texts) => texts !== undefined);
