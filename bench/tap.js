// In the page of the console: how long after a tap something is on the screen, and how long the line itself takes.
(() => {
  const lines = [];
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...said) {
      super(...said);
      lines.push(this);
    }
  };

  /** After the frame that shows what has just changed. */
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))));

  /** When the console first shows something else than before, and when it shows what the room has answered. */
  window.nextTap = () => {
    const main = document.querySelector("main.console");
    const told = main.dataset.told;
    const isConfirmed = () => main.dataset.unanswered === "0" && main.dataset.told !== told;
    let tapped = null;
    let first = null;
    addEventListener("pointerdown", (event) => (tapped = event.timeStamp), { capture: true, once: true });
    window.tapped = new Promise((done) => {
      const watch = new MutationObserver(() => {
        if (tapped === null) return;
        first ??= painted();
        if (!isConfirmed()) return;
        watch.disconnect();
        void Promise.all([first, painted()]).then(([shown, confirmed]) => done([shown - tapped, confirmed - tapped]));
      });
      watch.observe(main, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  };

  /** A message and its answer over the socket that the console hears the room by. */
  window.overTheLine = () =>
    new Promise((done) => {
      const line = lines.findLast((each) => each.readyState === Plain.OPEN);
      const n = Math.floor(Math.random() * 1e9);
      const sent = performance.now();
      line.addEventListener("message", function heard({ data }) {
        const answer = JSON.parse(data);
        if (answer.type !== "Pong" || answer.n !== n) return;
        line.removeEventListener("message", heard);
        done(performance.now() - sent);
      });
      line.send(JSON.stringify({ type: "Ping", n }));
    });
})();
