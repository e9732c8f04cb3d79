import { purchase } from "../../product/purchase";
import { testAs } from "../support";
import { playWalk } from "./walks";

testAs(null)("docs/tour/purchase.md says what is pressed and what is there", ({ browserOf }) =>
  playWalk("purchase", purchase, browserOf),
);
