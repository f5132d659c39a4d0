/** A JSON value whose numbers kept the text that they were written in. */
export type ExactJson = null | boolean | string | JsonNumber | readonly ExactJson[] | ExactObject;

export interface ExactObject {
  readonly [name: string]: ExactJson;
}

/** A number by its JSON text, so that no digit of it passes through a float. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

export type ParsedJson =
  | { readonly ok: true; readonly value: ExactJson }
  | { readonly ok: false; readonly reason: string };

/** Parses a body of UTF-8 JSON. A byte order mark is dropped; of a member given twice the last counts. */
export declare function parseExactJson(body: Uint8Array): ParsedJson;
