import { z } from "zod";
import { keysOf } from "../../../values/keys";

/** An empty field of a form is no filter. */
const blank = (v: unknown) => (v === "" ? undefined : v);
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blank, schema.optional());

const csv = (pattern: RegExp, message: string) =>
  optional(
    z
      .string()
      .max(2000, message)
      .transform((v) => v.split(",").filter(Boolean))
      .refine((values) => values.every((v) => pattern.test(v)), message),
  );
const ids = (label: string) => csv(/^\d{1,18}$/, `${label}不正确`);
const codes = (label: string) => csv(/^[^\p{Cc}]{1,64}$/u, `${label}不正确`);

/** Filters of every report: values separated by commas. */
export const filters = {
  divisionId: ids("事业部"),
  deptId: ids("部门"),
  groupId: ids("小组"),
  storeId: ids("店铺"),
  regionCode: codes("大区"),
  siteCode: codes("站点"),
  modelCode: codes("型号"),
};
export type FilterName = keyof typeof filters;
export const FILTERS = keysOf(filters);
