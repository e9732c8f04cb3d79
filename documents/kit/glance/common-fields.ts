import type { Field, FieldOf } from "../field/field";

const createBy: FieldOf<"ref"> = { kind: "ref", to: "user", label: "创建人", computed: true };
const createTime: FieldOf<"datetime"> = { kind: "datetime", label: "创建时间", computed: true };

/** Columns that every document has (supply.md 0.1); computed, never in a form. */
export const commonFields: Readonly<Record<string, Field>> = {
  createBy,
  createTime,
  updateBy: { kind: "ref", to: "user", label: "更新人", computed: true },
  updateTime: { kind: "datetime", label: "更新时间", computed: true },
};

/** A filter that only links set: the form has no place for it. */
export const linked = { filter: "in", linked: true } as const;

/** A document can also be asked for by who made it, and when. */
export const businessFields: Readonly<Record<string, Field>> = {
  ...commonFields,
  createBy: { ...createBy, ...linked },
  createTime: { ...createTime, filter: "range", linked: true },
};
