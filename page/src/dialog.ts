/**
 * Opens a native dialog as soon as it is shown, beginning at its title; Escape or a click beside it closes it. The keyboard then goes on
 * where it was: the browser would see to that itself if the dialog were closed before it leaves the page.
 */
export function modal(node: HTMLDialogElement, close: () => void): { destroy(): void } {
  const before = document.activeElement;
  node.showModal();
  node.querySelector("h2")?.focus();
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
      node.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
  };
}
