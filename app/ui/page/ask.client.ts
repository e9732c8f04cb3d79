/** Asks in a native dialog; resolves to true on 确定. */
export function ask(question: string): Promise<boolean> {
  const dialog = document.createElement("dialog");
  dialog.className = "pop pane ask";
  dialog.innerHTML =
    '<form method="dialog"><h2>提示</h2><p></p><div class="btns"><button class="btn" value="">取消</button><button class="btn btn-primary" value="y" autofocus>确定</button></div></form>';
  dialog.querySelector("p")!.textContent = question;
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.onclose = () => {
      dialog.remove();
      done(dialog.returnValue === "y");
    };
  });
}
