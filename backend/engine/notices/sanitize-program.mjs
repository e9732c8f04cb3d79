// Makes rich text harmless, in a thread of its own: what somebody nests a thousand times takes long.
import sanitizeHtml from "sanitize-html";
import { serve } from "../../platform/threads/serve.mjs";

const DOWNLOAD = /^\/api\/download\/[\w./-]+$/;
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/;
/** Larger pictures are uploaded instead of being carried inside the text. */
const MAX_DATA_IMAGE = 200_000;

const pictureAllowed = (src) =>
  src !== undefined &&
  ((DOWNLOAD.test(src) && !src.includes("..")) || (src.length <= MAX_DATA_IMAGE && DATA_IMAGE.test(src)));

function sanitized(html) {
  return sanitizeHtml(html.replaceAll("\0", ""), {
    allowedTags: [
      "h1",
      "h2",
      "h3",
      "h4",
      "h5",
      "h6",
      "p",
      "div",
      "br",
      "hr",
      "blockquote",
      "pre",
      "code",
      "b",
      "strong",
      "i",
      "em",
      "u",
      "s",
      "del",
      "sub",
      "sup",
      "span",
      "ul",
      "ol",
      "li",
      "a",
      "img",
      "table",
      "caption",
      "thead",
      "tbody",
      "tfoot",
      "tr",
      "th",
      "td",
    ],
    allowedAttributes: {
      a: ["href", "rel", "target", "title"],
      img: ["src", "alt", "title", "width", "height"],
      td: ["colspan", "rowspan"],
      th: ["colspan", "rowspan", "scope"],
      ol: ["start"],
    },
    allowedSchemes: ["http", "https", "mailto"],
    allowedSchemesByTag: { img: ["data"] },
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href = "", title }) => ({
        tagName,
        attribs: {
          href,
          ...(title !== undefined && { title }),
          rel: "noopener noreferrer",
          ...(/^https?:/i.test(href) && { target: "_blank" }),
        },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && !pictureAllowed(attribs.src),
  }).trim();
}

serve(function* (html) {
  yield sanitized(html);
});
