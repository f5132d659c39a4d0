import { type ClientParts, createPublicClient, type NoAnswer } from './public-client.ts';

/** What a host answered, or why there is no answer. */
type GetOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The header, without its parameters, in lower case; empty where there is none. */
      readonly contentType: string;
      /** Where a redirect leads, as it was sent. */
      readonly location: string | null;
      readonly body: string;
      /** The body is longer than what was read. */
      readonly isCut: boolean;
    }
  | NoAnswer;

/** Reads from the public internet, and from nowhere else. */
export interface Getter {
  /** Redirects are answers as any other. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<GetOutcome>;
  close(): void;
}

type GetterParts = Omit<ClientParts, 'maxAnswer'> & { readonly maxBytes: number };

/** Makes a getter: see public-client.ts. @param parts.maxBytes of a body that are read. */
export function createGetter({ maxBytes, ...parts }: GetterParts): Getter {
  const client = createPublicClient({ ...parts, maxAnswer: maxBytes + 1 });
  return {
    async get(url, headers = {}) {
      const outcome = await client.send({ method: 'GET', url, headers });
      if (outcome.kind !== 'answered') return outcome;
      const { status, headers: answered, body } = outcome;
      return {
        kind: 'answered',
        status,
        contentType: answered['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '',
        location: answered.location ?? null,
        body: body.subarray(0, maxBytes).toString('utf8'),
        isCut: body.length > maxBytes,
      };
    },
    close: client.close,
  };
}
