import { rules } from "#backend/engine/documents";
import { invalid } from "#backend/platform/http";
import { PARAMS, type ParamSpec } from "#backend/platform/values";
import { param } from "#documents/admin/param";

/** Why a text is no value of this parameter, or null. The sentence follows the parameter's name. */
export function paramProblem(spec: ParamSpec, value: string | null): string | null {
  if (spec.type === "date") return "由月结维护，请在月结中关账或反关账";
  if (value === null) return "不能为空";
  switch (spec.type) {
    case "bool":
      return value === "true" || value === "false" ? null : "只能填写 true 或 false";
    case "text":
      return spec.pattern.test(value) ? null : spec.problem;
    default: {
      const decimals = spec.scale ? `(\\.\\d{1,${spec.scale}})?` : "";
      if (!new RegExp(`^\\d{1,12}${decimals}$`).test(value))
        return spec.scale ? `要填写数字，最多${spec.scale}位小数` : "要填写整数";
      return Number(value) < spec.min || Number(value) > spec.max ? `要在${spec.min}到${spec.max}之间` : null;
    }
  }
}

const specs: Readonly<Record<string, ParamSpec | undefined>> = PARAMS;

/** 系统参数 (supply.md B.11): a value fits its parameter. */
export const paramRules = rules(param, {
  async beforeSave(_c, next, before) {
    if (next.value === undefined || next.value === before?.value) return;
    const spec = specs[before?.paramKey ?? ""];
    const problem = spec && paramProblem(spec, next.value);
    if (problem) {
      const message = `${before?.name}${problem}`;
      throw invalid(message, { value: message });
    }
  },
});
