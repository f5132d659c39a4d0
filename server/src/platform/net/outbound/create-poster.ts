import { type ClientParts, createPublicClient, type NoAnswer } from './public-client.ts';

/** What a host answered, or why there is no answer. */
export type PostOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | NoAnswer;

interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts to the public internet, and nowhere else. */
export interface Poster {
  post(request: PostRequest): Promise<PostOutcome>;
  close(): void;
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER = 64 * 1024;

type PosterParts = Pick<ClientParts, 'resolve' | 'allowLoopback'> & Partial<Pick<ClientParts, 'timeoutMs'>>;

/** Makes a poster: see public-client.ts. */
export function createPoster({ timeoutMs = TIMEOUT_MS, ...parts }: PosterParts): Poster {
  const client = createPublicClient({ ...parts, timeoutMs, maxAnswer: MAX_ANSWER });
  return {
    async post(request) {
      const outcome = await client.send({ method: 'POST', ...request });
      if (outcome.kind !== 'answered') return outcome;
      return { kind: 'answered', status: outcome.status, body: outcome.body.toString('utf8') };
    },
    close: client.close,
  };
}
