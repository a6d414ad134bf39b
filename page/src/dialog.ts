/** What lies over everything else, and the dialogs that were begun under it: they open once it is taken away. */
let covered = false;
const under = new Map<HTMLDialogElement, () => void>();

/**
 * Opens a native dialog as soon as it is shown, beginning at its title; Escape or a click beside it closes it. The keyboard then goes on
 * where it was: the browser would see to that itself if the dialog were closed before it leaves the page.
 */
export function modal(node: HTMLDialogElement, close: () => void): { destroy(): void } {
  const before = document.activeElement;
  const open = () => {
    node.showModal();
    node.querySelector("h2")?.focus();
  };
  if (covered) under.set(node, open);
  else open();
  const beside = (event: MouseEvent) => {
    if (event.target === node) close();
  };
  const cancelled = (event: Event) => {
    event.preventDefault();
    close();
  };
  node.addEventListener("click", beside);
  node.addEventListener("cancel", cancelled);
  return {
    destroy() {
      node.removeEventListener("click", beside);
      node.removeEventListener("cancel", cancelled);
      under.delete(node);
      node.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
  };
}

/**
 * Opens a dialog that lies over everything, other dialogs too, and that nothing takes away but its end. It begins at its first field. Whatever
 * opens a dialog makes the rest of the page dead, even while that dialog is hidden: what covers the page has to be opened over it.
 */
export function cover(node: HTMLDialogElement): { destroy(): void } {
  const before = document.activeElement;
  const open = () => {
    node.showModal();
    node.querySelector<HTMLElement>("input:not([readonly])")?.focus();
  };
  // Escape would close the dialogs under it, too: browsers take those for one that nobody has touched since.
  const stay = (event: KeyboardEvent) => {
    if (event.key === "Escape") event.preventDefault();
  };
  covered = true;
  open();
  node.addEventListener("close", open);
  window.addEventListener("keydown", stay, true);
  return {
    destroy() {
      covered = false;
      node.removeEventListener("close", open);
      window.removeEventListener("keydown", stay, true);
      node.close();
      for (const begun of under.values()) begun();
      under.clear();
      // What was hidden is shown again in this moment, and only then can the keyboard go on there.
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
    },
  };
}
