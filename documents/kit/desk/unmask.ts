import { field } from "../field";

/** Shows what is kept sealed to who may and says why; what was seen is kept with who, when and why. */
export const unmaskSecret = <const L extends string>(label: L) =>
  ({
    label,
    permission: "unmask",
    input: {
      why: field.text({
        ...{ label: "查看原因", required: true, min: 5, max: 200, asked: true },
        help: "至少5个字；查看会被记录，每人每天最多30次",
      }),
    },
  }) as const;

/** Shows an address whole. */
export const unmaskAddress = unmaskSecret("查看收件信息");
