import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { describeFailure } from './describe-failure.ts';
import { isPublicAddress } from './is-public-address.ts';
import { problemOfUrl } from './problem-of-url.ts';
import type { ResolveName } from './resolve-name.ts';

/** Why there is no answer. `unreachable`: none in time; `refused`: an address that must not be reached, and was not. */
export interface NoAnswer {
  readonly kind: 'unreachable' | 'refused';
  readonly reason: string;
}

interface Answer {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The first bytes of it, at most `maxAnswer`. */
  readonly body: Buffer;
}

interface PublicRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks hosts of the public internet, and no others. */
export interface PublicClient {
  send(request: PublicRequest): Promise<Answer | NoAnswer>;
  close(): void;
}

export interface ClientParts {
  readonly resolve: ResolveName;
  /** Lets http and loopback addresses pass, for development. */
  readonly allowLoopback: boolean;
  /** For all of it: name, connection, request and answer. In ms. */
  readonly timeoutMs: number;
  /** Bytes of an answer that are read; all that follows is left unread. */
  readonly maxAnswer: number;
}

/** Connections to one host that are kept for the next request. */
const IDLE_CONNECTIONS = 16;

class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress';
}

/**
 * Makes a client. It connects only to addresses that it has checked itself, of the same look-up: a name that changes its
 * answer between a check and the connection gains nothing. Redirects are answers as any other.
 */
export function createPublicClient(parts: ClientParts): PublicClient {
  const { allowLoopback, timeoutMs, maxAnswer } = parts;
  const lookup = checkedLookup(parts.resolve, allowLoopback);
  const options = { keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  return {
    async send({ method, url, headers, body }) {
      const problem = problemOfUrl(url, { allowLoopback });
      if (problem !== null) return { kind: 'refused', reason: `the URL ${problem}` };
      const secure = new URL(url).protocol === 'https:';
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const request = {
        method,
        headers: { ...headers, ...length },
        agent: agents[secure ? 'https:' : 'http:'],
        signal: AbortSignal.timeout(timeoutMs),
        lookup,
      };
      try {
        return await exchange((secure ? https : http).request(url, request), body, maxAnswer);
      } catch (error) {
        return {
          kind: error instanceof ForbiddenAddress ? 'refused' : 'unreachable',
          reason: reasonOf(error),
        };
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };

  function reasonOf(error: unknown): string {
    return error instanceof ForbiddenAddress ? error.message : describeFailure(error, timeoutMs);
  }
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

function exchange(request: http.ClientRequest, body: string | undefined, max: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () => {
        const { statusCode = 0, headers } = response;
        resolve({
          kind: 'answered',
          status: statusCode,
          headers,
          body: Buffer.concat(chunks).subarray(0, max),
        });
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size < max) return;
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
