/** Name of the box: its value is the question, so that another question is not answered with it. */
const BOX = "_confirmed";

interface ConfirmProps {
  question: string | undefined;
  /** What its name begins with, where a form has several, and the form that it stands outside of. */
  of?: string;
  form?: string;
}

/** The box of a question that the backend asks before it goes on; it works without script. */
export function ConfirmBox({ question, of = "", form }: ConfirmProps) {
  if (!question) return null;
  return (
    <p>
      <label className="tick">
        <input type="checkbox" name={of + BOX} form={form} value={question} /> 我已确认
      </label>
    </p>
  );
}

/** What a posted form answers to the question, as the API takes it. */
export function confirmedIn(form: FormData, of = ""): { confirmed?: string } {
  const question = form.get(of + BOX);
  return typeof question === "string" && question ? { confirmed: question } : {};
}
