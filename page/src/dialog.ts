/** Opens a native dialog as soon as it is shown, beginning at its title; Escape or a click beside it closes it. */
export function modal(node: HTMLDialogElement, close: () => void): { destroy(): void } {
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
    },
  };
}
