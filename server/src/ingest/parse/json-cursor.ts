const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/**
 * In valid JSON, the characters up to this one, outside of strings, are whitespace: space, tab, line feed and carriage
 * return.
 */
const LAST_SPACE = 0x20;

/**
 * A position in a text that is already known to be valid JSON.
 *
 * It finds where values begin and end without building them, which JSON.parse does not report.
 */
export class JsonCursor {
  readonly text: string;
  at = 0;
  /** The depth of the deepest value skipped since this was last reset. */
  deepest = 0;
  /** Whether insignificant whitespace was skipped since this was last reset. */
  spaced = false;

  constructor(text: string) {
    this.text = text;
    this.skipSpace();
  }

  skipSpace(): void {
    while (this.text.charCodeAt(this.at) <= LAST_SPACE) {
      this.at++;
      this.spaced = true;
    }
  }

  /** From an opening quote to after the closing one. */
  skipString(): void {
    this.at = endOfString(this.text, this.at);
  }

  /** From the first character of a value to after its last. */
  skipValue(): void {
    const first = this.text.charCodeAt(this.at);
    if (first === QUOTE) this.skipString();
    else if (first === OPEN_BRACE || first === OPEN_BRACKET) this.skipNested();
    else this.skipScalar();
  }

  private skipScalar(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code <= LAST_SPACE || code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET) return;
      if (Number.isNaN(code)) return;
      this.at++;
    }
  }

  private skipNested(): void {
    const { text } = this;
    let open = 0;
    do {
      const code = text.charCodeAt(this.at);
      if (code === QUOTE) {
        this.skipString();
        continue;
      }
      this.at++;
      if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        open++;
        if (open > this.deepest) this.deepest = open;
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) open--;
      else if (code <= LAST_SPACE) this.spaced = true;
    } while (open > 0);
  }

  /**
   * Calls `visit` at the first character of each member or element of the object or array here, then moves past it.
   * Stops where it is if `visit` returns false.
   */
  eachItem(visit: () => unknown): void {
    this.at++;
    this.skipSpace();
    while (!this.isAtClose()) {
      if (visit() === false) return;
      this.skipSpace();
      if (this.text.charCodeAt(this.at) !== COMMA) break;
      this.at++;
      this.skipSpace();
    }
    this.at++;
  }

  isAtObject(): boolean {
    return this.text.charCodeAt(this.at) === OPEN_BRACE;
  }

  isAtArray(): boolean {
    return this.text.charCodeAt(this.at) === OPEN_BRACKET;
  }

  private isAtClose(): boolean {
    const code = this.text.charCodeAt(this.at);
    return code === CLOSE_BRACE || code === CLOSE_BRACKET;
  }
}

/** Valid JSON without the whitespace between its tokens. */
export function withoutSpace(json: string): string {
  let kept = '';
  let from = 0;
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code > LAST_SPACE) at++;
    else {
      kept += json.slice(from, at);
      while (json.charCodeAt(at) <= LAST_SPACE) at++;
      from = at;
    }
  }
  return kept + json.slice(from);
}

function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close + 1;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}
