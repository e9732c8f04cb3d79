import { MoreStyles } from "../more/more";

/** Rich text as it reads. `html` must have been cleaned by the server. */
export const Prose = ({ html }: { html: string }) => (
  <>
    <MoreStyles />
    <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  </>
);
