// The dialogs: the rules of a game, and how to use one's hands.

export function help(button, dialog) {
  button.addEventListener("click", () => dialog.showModal());
}

// game(): the name of the game whose rules are meant.
export function rules(button, dialog, game) {
  const article = dialog.querySelector("article");
  button.addEventListener("click", async () => {
    const name = game();
    const answer = await fetch(`rules/${name}`).catch(() => null);
    if (answer?.ok) article.innerHTML = await answer.text();
    else article.textContent = "The rules cannot be shown: there is no connection.";
    dialog.showModal();
    article.scrollTop = 0;
  });
}
