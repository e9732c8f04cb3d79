import * as Dialog from "@radix-ui/react-dialog";
import { useRef, useState } from "react";

export interface DialogIslandProps {
  /** Text of the button that opens it. */
  trigger: string;
  title: string;
  /** Paragraphs. */
  text?: readonly string[];
  /** A picture to look at in full size. */
  image?: { src: string; alt: string };
  /** Where the same thing is seen without script. */
  href?: string;
}

/**
 * Something to look at without leaving the page or asking the server: a picture, a long text. Without
 * script the trigger is a link to the same thing. No Overlay: it would inject a style element, which
 * the security policy forbids; the backdrop is the dialog's own shadow.
 */
export default function DialogIsland({ trigger, title, text, image, href }: DialogIslandProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLAnchorElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <a
        ref={opener}
        href={href ?? image?.src}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {trigger}
      </a>
      <Dialog.Portal>
        <Dialog.Content
          className="dialog"
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
        >
          <header>
            <Dialog.Title asChild>
              <h2>{title}</h2>
            </Dialog.Title>
            <Dialog.Close className="link close" aria-label="关闭">
              ×
            </Dialog.Close>
          </header>
          <div className="body">
            {text?.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {image && <img src={image.src} alt={image.alt} />}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
