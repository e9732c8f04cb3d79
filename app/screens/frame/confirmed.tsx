/** Name of the box: its value is the question, so that another question is not answered with it. */
const BOX = "_confirmed";

/** The box of a question that the backend asks before it goes on; it works without script. */
export function ConfirmBox({ question }: { question: string | undefined }) {
  if (!question) return null;
  return (
    <p>
      <label className="tick">
        <input type="checkbox" name={BOX} value={question} /> 我已确认
      </label>
    </p>
  );
}

/** What a posted form answers to the question, as the API takes it. */
export function confirmedIn(form: FormData): { confirmed?: string } {
  const question = form.get(BOX);
  return typeof question === "string" && question ? { confirmed: question } : {};
}
