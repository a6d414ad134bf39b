// What is wrong with the layout of the page as it stands: a list of sentences, empty where nothing is.
() => {
  const found = [];
  const APART = ["plate", "bet", "board", "pots", "awards", "free", "actions", "proposal", "moving"];
  const MIDDLE = ["board", "pots", "awards"];
  const MAY_SCROLL = ".unseen, dialog .body, ol, .games, main.wall .board, main.history ul";
  const LEAST_LETTERS = 9;
  const LEAST_CARD = 26;
  // From here on a wall shows every game at once: nobody is there to scroll it.
  const WALL = 700;
  const MAY_NOT_CLIP = "h1, h2, button, [data-part=hand-name], [data-part=pots] *, [data-part=awards] *, dd, td";

  const name = (node) => `${node.dataset.part ?? node.tagName.toLowerCase()} "${node.textContent.trim().slice(0, 30)}"`;
  const visible = (node) =>
    node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width > 1 && !node.closest(".unseen");
  // What stands before the page hides it: then only that is looked at.
  const before = document.querySelector("dialog[open]");
  const all = (selector) => [...(before ?? document).querySelectorAll(selector)].filter(visible);
  const parts = (names) => all(names.map((each) => `[data-part=${each}]`).join());
  const overlap = (one, other) => {
    const a = one.getBoundingClientRect();
    const b = other.getBoundingClientRect();
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  };

  const clippedBelow = (node) => getComputedStyle(node).overflowY === "hidden" && node.scrollHeight > node.clientHeight + 2;

  if (document.scrollingElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");

  const apart = [...parts(APART), ...all("header")];
  const hands = parts(["hand"]);
  const pairs = [
    ...apart.flatMap((one, place) => apart.slice(place + 1).map((other) => [one, other])),
    ...hands.flatMap((one, place) => [...hands.slice(place + 1), ...parts([...MIDDLE, "bet"])].map((other) => [one, other])),
    ...parts(["marks", "badge"]).flatMap((one) => parts([...MIDDLE, "bet"]).map((other) => [one, other])),
  ];
  for (const [one, other] of pairs) if (overlap(one, other)) found.push(`${name(one)} overlaps ${name(other)}`);

  for (const node of all("[data-part], button, a, h1, input")) {
    if (node.closest(MAY_SCROLL)) continue;
    const box = node.getBoundingClientRect();
    if (box.left < -0.5 || box.right > innerWidth + 0.5) found.push(`${name(node)} leaves the screen sideways`);
    const still = node.closest(".frame, dialog");
    if (still && (box.top < -0.5 || box.bottom > innerHeight + 0.5)) found.push(`${name(node)} leaves the screen`);
  }

  const scrolls = (node) => node.scrollHeight > node.clientHeight + 1;
  const whole = document.scrollingElement;
  if (document.querySelector("main.frame") && whole.scrollHeight > whole.clientHeight) found.push("the page scrolls, and need not");
  const wall = document.querySelector("main.wall .board");
  if (wall && innerHeight >= WALL && scrolls(wall)) found.push("the last games of the wall are cut off");

  const stage = document.querySelector(".frame .stage");
  if (stage && !before) {
    const { left, top, right, bottom } = stage.getBoundingClientRect();
    for (const node of parts(["seat", "me", "board", "pots", "awards", "bet", "free"])) {
      const box = node.getBoundingClientRect();
      if (box.left < left - 1 || box.top < top - 1 || box.right > right + 1 || box.bottom > bottom + 1)
        found.push(`${name(node)} leaves the felt`);
    }
    for (const card of all("[data-part=me] [data-card], [data-part=board] [data-card]"))
      if (card.getBoundingClientRect().width < LEAST_CARD) found.push(`the card ${card.dataset.card} is too small to read`);
  }

  for (const node of all("[data-part=plate] .stakes, [data-part=plate] .wagered")) {
    const [inner, outer] = [node, node.closest("[data-part=plate]")].map((each) => each.getBoundingClientRect());
    if (inner.left < outer.left || inner.right > outer.right) found.push(`${name(node)} leaves its plate`);
  }

  const letters = document.createTreeWalker(before ?? document.body, NodeFilter.SHOW_TEXT);
  while (letters.nextNode()) {
    const holder = letters.currentNode.parentElement;
    if (!letters.currentNode.data.trim() || !visible(holder) || holder.closest("svg, script, style, noscript")) continue;
    if (parseFloat(getComputedStyle(holder).fontSize) < LEAST_LETTERS) found.push(`${name(holder)} is too small to read`);
  }

  const body = before?.querySelector(".body");
  if (body && body.scrollWidth > body.clientWidth + 1) found.push(`the dialog ${name(body)} scrolls sideways`);

  for (const node of all(MAY_NOT_CLIP)) {
    const inline = getComputedStyle(node).display === "inline";
    if (!inline && (node.scrollWidth > node.clientWidth + 1 || clippedBelow(node))) found.push(`${name(node)} is clipped`);
  }
  return found;
}
