// Everything a page hears comes in its order, and some of it late: answers, so that what was done is seen before they are here; or news by
// socket, so that answers come before what was done is seen. People on a slow line have both, and tests on a busy machine now and then.
(late, by) => {
  const ANSWERS = ["Accepted", "Refused"];
  const wait = (text) => (late === "news" || ANSWERS.includes(JSON.parse(text).type) ? by : 0);

  // Said twice of a page, the last word counts.
  const Socket = (window.plainSocket ??= window.WebSocket);
  const asked = (window.plainFetch ??= window.fetch);

  window.fetch = asked;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      const passes = new WeakSet();
      const held = [];
      let free = 0;
      this.left = false;
      const hold = (event, again, wait) => {
        if (passes.has(event)) return;
        event.stopImmediatePropagation();
        passes.add(again);
        held.push(again);
        free = Math.max(free, performance.now() + wait);
        setTimeout(next, free - performance.now());
      };
      // Timers may overtake each other by a moment; what is held does not. Whoever has closed a line hears only that it is closed.
      const next = () => {
        const first = held.shift();
        if (!this.left || first.type === "close") this.dispatchEvent(first);
      };
      this.addEventListener("message", (event) => {
        hold(event, new MessageEvent("message", { data: event.data, origin: event.origin }), wait(event.data));
      });
      // A line ends after the last that was said on it.
      this.addEventListener("close", (event) => hold(event, new CloseEvent("close", event), 0));
    }

    close(...why) {
      this.left = true;
      super.close(...why);
    }
  };

  if (late === "news") return;
  window.fetch = async (...given) => {
    const answer = await asked(...given);
    if ((given[1]?.method ?? "GET") !== "GET") await new Promise((done) => setTimeout(done, by));
    return answer;
  };
}
