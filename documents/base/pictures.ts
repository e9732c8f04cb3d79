import { z } from "zod";

/** Pictures of many SKUs in one archive (company.md 1.3). */
export const PICTURES = "/baseSetup/setup/pictures";
export const MOST_PICTURES_MB = 2048;

export const pictureStates = {
  waiting: { label: "处理中", tone: "orange" },
  done: { label: "已完成", tone: "green" },
  failed: { label: "失败", tone: "red" },
} as const;

/** An archive of pictures in the history of them. */
export const pictureLoad = z.object({
  id: z.string(),
  fileName: z.string(),
  status: z.literal(["waiting", "done", "failed"] satisfies (keyof typeof pictureStates)[]),
  by: z.string().nullable(),
  createTime: z.string(),
  message: z.string().nullable(),
  /** Files of the archive, and those that are dealt with. */
  total: z.number(),
  done: z.number(),
  /** Pictures that SKUs got, that they had already, and files that are nobody's. */
  added: z.number(),
  same: z.number(),
  missed: z.number(),
});

/** The same with the files that are nobody's, the first of them. */
export const pictureState = pictureLoad.extend({ misses: z.array(z.object({ name: z.string(), msg: z.string() })) });
export type PictureLoad = z.output<typeof pictureLoad>;
export type PictureState = z.output<typeof pictureState>;
