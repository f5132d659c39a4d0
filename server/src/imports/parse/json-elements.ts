import { AppError } from '../../platform/errors/errors.ts';
import { MAX_JSON_DEPTH, TOO_DEEP } from '../../platform/values/json-depth.ts';

/** Characters of one element, which is parsed in one piece. */
const MAX_ELEMENT = 100_000;
const WHITE_SPACE = /\s/;

type State = 'before array' | 'before first' | 'in element' | 'before element' | 'after array';

/**
 * Splits the text of a JSON array, as it arrives, into the texts of its elements: a parser would hold the whole array.
 * Checks only what separates the elements; each is then parsed alone.
 */
export class JsonElements {
  #state: State = 'before array';
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The beginning of an element that goes on in the next portion. */
  #begun = '';

  /** The elements that end in this portion. @throws AppError VALIDATION_ERROR where it cannot be a JSON array. */
  *push(text: string): Generator<string> {
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      if (this.#state !== 'in element') {
        if (!this.#takeSeparator(text.charAt(at))) continue;
        start = at;
      }
      if (!this.#endsElement(text.charAt(at))) continue;
      yield this.#begun + text.slice(start, at);
      this.#begun = '';
      this.#state = text[at] === ']' ? 'after array' : 'before element';
    }
    if (this.#state !== 'in element') return;
    this.#begun += text.slice(start);
    if (this.#begun.length > MAX_ELEMENT)
      throw malformed(`an element is longer than ${MAX_ELEMENT} characters`);
  }

  /** @throws AppError VALIDATION_ERROR if the array has not ended. */
  end(): void {
    if (this.#state === 'before array') throw malformed('is not a JSON array');
    if (this.#state !== 'after array') throw malformed('the JSON array has no end');
  }

  /** Takes what is between elements. @returns whether an element begins here. */
  #takeSeparator(char: string): boolean {
    if (WHITE_SPACE.test(char)) return false;
    if (this.#state === 'before array' && char === '[') {
      this.#state = 'before first';
      return false;
    }
    if (this.#state === 'before first' && char === ']') {
      this.#state = 'after array';
      return false;
    }
    if (this.#state === 'before array' || this.#state === 'after array')
      throw malformed('is not a JSON array');
    this.#state = 'in element';
    return true;
  }

  /** @returns whether the element ends before this character. */
  #endsElement(char: string): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (char === '\\') this.#escaped = true;
      else if (char === '"') this.#inString = false;
      return false;
    }
    if (this.#depth === 0 && (char === ',' || char === ']')) return true;
    if (char === '"') this.#inString = true;
    else if (char === '{' || char === '[') this.#deepen();
    else if (char === '}' || char === ']') this.#depth--;
    return false;
  }

  #deepen(): void {
    this.#depth++;
    if (this.#depth > MAX_JSON_DEPTH) throw malformed(`an element is ${TOO_DEEP}`);
  }
}

function malformed(problem: string): AppError {
  return new AppError('VALIDATION_ERROR', `the file: ${problem}`);
}
