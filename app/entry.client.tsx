import { bootIslands } from "./islands/boot.client";

bootIslands();
