import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MobileContext } from "../mobile/context";
import { Upload } from "./upload";
import { readUpload, uploadLimit, uploadProblem, uploadValue } from "./upload-data";

describe("limits", () => {
  const files = (n: number, size = 1) => Array.from({ length: n }, () => ({ size }));

  it("are 3 files, or 99 pictures", () => {
    expect([uploadLimit("file"), uploadLimit("picture-img")]).toEqual([3, 99]);
  });

  it("name the limit, the chosen count and the total", () => {
    expect(uploadProblem(files(2), 1, 3)).toBeNull();
    expect(uploadProblem(files(2), 2, 3)).toBe("最多上传 3 个文件，本次选择了 2 个，共 4 个文件");
  });

  it("hold 20 MB over all files", () => {
    const half = 10 * 1024 * 1024;
    expect(uploadProblem(files(2, half), 0, 3)).toBeNull();
    expect(uploadProblem(files(1, half), 1, 3, half + 1)).toContain("不能超过 20 MB");
  });
});

it("reads what was kept and what was chosen, and drops the rest", () => {
  const form = new FormData();
  form.append("a", uploadValue({ name: "x.pdf", url: "/x" }));
  form.append("a", "{broken");
  form.append("a", '{"name":"no address"}');
  form.append("aFiles", new File(["1"], "y.pdf"));
  form.append("aFiles", new File([], ""));
  const { kept, chosen } = readUpload(form, "a");
  expect(kept).toEqual([{ name: "x.pdf", url: "/x" }]);
  expect(chosen.map((f) => f.name)).toEqual(["y.pdf"]);
});

it("posts kept files as ticked boxes, so that a file is removed without script", () => {
  const html = renderToStaticMarkup(<Upload name="a" value={[{ name: "x.pdf", url: "/x" }]} action="/up" />);
  expect(html).toContain('type="checkbox" name="a" checked=""');
  expect(html).toContain('name="aFiles" multiple=""');
  expect(html).toContain('data-upload="/up" data-limit="3"');
});

it("takes a photograph at once where a phone's shell stands around it, but not of a table", () => {
  const html = (accept?: string) =>
    renderToStaticMarkup(
      <MobileContext.Provider value>
        <Upload name="a" accept={accept} />
      </MobileContext.Provider>,
    );
  expect(html()).toContain('name="aFiles" accept="image/*" capture="environment"');
  expect(html(".xlsx")).not.toContain("capture");
  expect(renderToStaticMarkup(<Upload name="a" />)).not.toContain("capture");
});

it("is part of its form even when no file is chosen", () => {
  const html = renderToStaticMarkup(<Upload name="items[0].photos" />);
  expect(html).toContain('<input type="hidden" name="items[0].photosFiles"/>');
});
