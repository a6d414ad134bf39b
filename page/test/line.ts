/** A socket that does what a test says. */

export class Line {
  static OPEN = 1;
  static all: Line[] = [];
  /** Where the browser lets nobody go. */
  static forbidden: string[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};

  constructor(readonly url = "") {
    if (Line.forbidden.some((each) => url.startsWith(each))) throw new Error(`${url} is forbidden`);
    Line.all.push(this);
  }

  send(text: string) {
    this.sent.push(text);
  }

  close() {
    this.readyState = 3;
    this.onclose();
  }

  opens() {
    this.readyState = Line.OPEN;
    this.onopen();
  }

  says(message: unknown) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}
