import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { isPublicAddress } from './is-public-address.ts';
import { problemOfUrl } from './problem-of-url.ts';
import type { ResolveName } from './resolve-name.ts';

/** What a host answered, or why there is no answer. */
export type PostOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'unreachable' | 'refused'; readonly reason: string };

interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts to the public internet, and nowhere else. */
export interface Poster {
  /** `unreachable`: no answer in time; `refused`: an address that must not be reached, and was not. */
  post(request: PostRequest): Promise<PostOutcome>;
  close(): void;
}

export interface PosterParts {
  readonly resolve: ResolveName;
  /** Lets http and loopback addresses pass, for development. */
  readonly allowLoopback: boolean;
  /** For all of it: name, connection, request and answer. In ms. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Bytes of an answer that are read; all that follows is left unread. */
const MAX_ANSWER = 64 * 1024;
/** Connections to one host that are kept for the next request. */
const IDLE_CONNECTIONS = 16;

class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress';
}

/**
 * Makes a poster. It connects only to addresses that it has checked itself, of the same look-up: a name that changes its
 * answer between a check and the connection gains nothing. Redirects are answers as any other.
 */
export function createPoster({ resolve, allowLoopback, timeoutMs = TIMEOUT_MS }: PosterParts): Poster {
  const lookup = checkedLookup(resolve, allowLoopback);
  const options = { keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  return {
    async post({ url, headers, body }) {
      const problem = problemOfUrl(url, { allowLoopback });
      if (problem !== null) return { kind: 'refused', reason: `the URL ${problem}` };
      const secure = new URL(url).protocol === 'https:';
      const request = {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        agent: agents[secure ? 'https:' : 'http:'],
        signal: AbortSignal.timeout(timeoutMs),
        lookup,
      };
      try {
        return await exchange((secure ? https : http).request(url, request), body);
      } catch (error) {
        return toOutcome(error, timeoutMs);
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** One address that must not be reached spoils them all: which of them is connected to is not ours to say. */
function checkedLookup(resolve: ResolveName, allowLoopback: boolean): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        if (!addresses.every((address) => isPublicAddress(address, { allowLoopback }))) {
          return callback(new ForbiddenAddress('the name resolves to a private or loopback address'), '');
        }
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) return callback(null, found);
        return callback(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error) => callback(error, ''),
    );
  };
}

function exchange(request: http.ClientRequest, body: string): Promise<PostOutcome> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () => {
        const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER).toString('utf8');
        resolve({ kind: 'answered', status: response.statusCode ?? 0, body: text });
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size < MAX_ANSWER) return;
        finish();
        request.destroy();
      });
      response.on('end', finish);
      response.on('error', reject);
      response.on('aborted', () => reject(new Error('the answer broke off')));
    });
    request.end(body);
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without an answer',
  ENOTFOUND: 'the name does not resolve',
  ENODATA: 'the name does not resolve',
  ETIMEOUT: 'the name servers do not answer',
  ESERVFAIL: 'the name servers do not answer',
};

function toOutcome(error: unknown, timeoutMs: number): PostOutcome {
  if (error instanceof ForbiddenAddress) return { kind: 'refused', reason: error.message };
  if (!(error instanceof Error)) return { kind: 'unreachable', reason: 'the request failed' };
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return { kind: 'unreachable', reason: `no answer within ${timeoutMs / 1000} s` };
  }
  const code = 'code' in error ? String(error.code) : '';
  return { kind: 'unreachable', reason: REASONS[code] ?? `the request failed${code && ` (${code})`}` };
}
