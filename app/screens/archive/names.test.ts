import { describe, expect, it } from "vitest";
import { namer, safeName } from "./names";

describe("names in a zip", () => {
  it("are no paths, not hidden and no devices", () => {
    expect(safeName("../../etc/passwd")).toBe("_.._etc_passwd");
    expect(safeName("C:\\a\\b.pdf")).toBe("C__a_b.pdf");
    expect(safeName(".bashrc")).toBe("bashrc");
    expect(safeName("a\u0000b\u202egnp.exe")).toBe("a_b_gnp.exe");
    expect(safeName("CON.pdf")).toBe("_CON.pdf");
    expect(safeName(" 扫描件 （1）.pdf. ")).toBe("扫描件 （1）.pdf");
    for (const none of ["", "...", " "]) expect(safeName(none)).toBe("文件");
  });

  it("keep the extension when they are cut", () => {
    const cut = safeName(`${"长".repeat(300)}.pdf`);
    expect([...cut]).toHaveLength(100);
    expect(cut).toMatch(/长\.pdf$/);
  });

  it("are given once, whatever their case", () => {
    const name = namer();
    expect(["a.pdf", "A.pdf", "a.pdf", "a (2).pdf", "b", "b"].map(name)).toEqual([
      "a.pdf",
      "A (2).pdf",
      "a (3).pdf",
      "a (2) (2).pdf",
      "b",
      "b (2)",
    ]);
  });
});
