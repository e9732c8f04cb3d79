import { expect, it, test } from "vitest";
import { requireClient } from "./client";

const CLIENTS = ["pig:pig", "app:a:b"];
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

it("answers the client's id", () => {
  expect(requireClient(basic("pig:pig"), CLIENTS)).toBe("pig");
  expect(requireClient(basic("app:a:b").replace("Basic", "basic"), CLIENTS)).toBe("app");
});

test.each([undefined, "", "Basic ", basic("pig:gip"), basic("pig"), basic(""), "Bearer pig:pig"])(
  "refuses %j",
  (header) => {
    expect(() => requireClient(header, CLIENTS)).toThrow(
      expect.objectContaining({ status: 401, message: "客户端认证失败" }),
    );
  },
);
