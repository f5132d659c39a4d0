/** What a browser says of its phone when it is asked, where its user agent hides it. */
export interface ClientHints {
  readonly deviceModel: string | null;
  /** The major version of the system. */
  readonly osVersion: string | null;
}

/** Those that are asked for. */
export const HINTS = 'Sec-CH-UA-Model, Sec-CH-UA-Platform-Version';

type HeaderOf = (name: string) => string | undefined;

/** A string of a structured header (RFC 9651) with nothing to unescape; longer ones than any phone's are ignored. */
const TEXT = /^"([\w .,()+/-]{1,64})"$/;

/** Reads the hints of a request. Null where it has none: it was not asked, or does not answer. */
export function readClientHints(header: HeaderOf): ClientHints | null {
  const model = header('sec-ch-ua-model');
  const version = header('sec-ch-ua-platform-version');
  if (model === undefined && version === undefined) return null;
  return { deviceModel: textOf(model), osVersion: textOf(version)?.split('.')[0] ?? null };
}

/** Whether a browser answers when it is asked: those that do so send its name in headers. */
export function takesHints(header: HeaderOf): boolean {
  return header('sec-ch-ua') !== undefined;
}

function textOf(header: string | undefined): string | null {
  if (header === undefined || header.length > 66) return null;
  return TEXT.exec(header)?.[1]?.trim() || null;
}
