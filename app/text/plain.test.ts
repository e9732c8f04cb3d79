import { expect, it } from "vitest";
import { plainText, textOrDash } from "./plain";

it("nothing is empty, or a dash where that is said", () => {
  expect([null, undefined, "", 0, false, "a"].map(plainText)).toEqual(["", "", "", "0", "false", "a"]);
  expect([null, undefined, "", 0, "a"].map(textOrDash)).toEqual(["—", "—", "—", "0", "a"]);
});
