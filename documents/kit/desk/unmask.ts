import { field } from "../field";

/** Shows an address whole to who may and says why; what was seen is kept with who, when and why. */
export const unmaskAddress = {
  label: "查看收件信息",
  permission: "unmask",
  input: {
    why: field.text({
      ...{ label: "查看原因", required: true, min: 5, max: 200, asked: true },
      help: "至少5个字；查看会被记录，每人每天最多30次",
    }),
  },
} as const;
