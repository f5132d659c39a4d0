/** A JSON value whose numbers keep their original text. */
export type ExactJson = null | boolean | string | JsonNumber | readonly ExactJson[] | ExactObject;

export interface ExactObject {
  readonly [name: string]: ExactJson;
}

/** A number as its JSON text, so that no digit passes through a float. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

export type ParsedJson =
  | { readonly ok: true; readonly value: ExactJson }
  /** What is wrong with the body. */
  | { readonly ok: false; readonly reason: string };

/** Deliveries nest about ten levels; parsing a hundred thousand would exhaust the stack. */
const MAX_DEPTH = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a body of UTF-8 JSON. A byte order mark is dropped; of a member given twice the last counts. */
export function parseExactJson(body: Uint8Array): ParsedJson {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return { ok: false, reason: 'the body is not valid UTF-8' };
  }
  return parseExactText(text);
}

/** The same for text. */
export function parseExactText(text: string): ParsedJson {
  // Before parsing, which recurses as deeply as the text.
  if (nestsDeeperThan(MAX_DEPTH, text)) {
    return { ok: false, reason: `the body nests deeper than ${MAX_DEPTH} levels` };
  }
  try {
    return { ok: true, value: parse(text, keepSource) as ExactJson };
  } catch {
    return { ok: false, reason: 'the body is not valid JSON' };
  }
}

/** Not yet in TypeScript's own declarations. */
type ParseWithSource = (text: string, revive: Revive) => unknown;
type Revive = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

const parse: ParseWithSource = JSON.parse as unknown as ParseWithSource;

function keepSource(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' ? new JsonNumber(source ?? String(value)) : value;
}

/** Exact for valid JSON; for anything else at least the depth that a parser reaches before it fails. */
function nestsDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      depth++;
      if (depth > limit) return true;
    } else if (char === '}' || char === ']') depth--;
  }
  return false;
}
