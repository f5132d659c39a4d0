import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a network says to a request; `hang` says nothing until the connection ends. */
export type ScriptedAnswer =
  | { readonly status: number; readonly body?: unknown; readonly afterMs?: number }
  /** Repeats the request. */
  | { readonly status: number; readonly echo: true }
  | 'hang';

/** A request as it arrived. */
interface NetworkCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** By the clock that was handed in. */
  readonly at: number;
}

/** An ad network on this machine that answers by a script: the last answer is given for ever. */
export interface FakeNetwork {
  readonly origin: string;
  readonly calls: readonly NetworkCall[];
  /** Calls whose path begins so. */
  callsTo(prefix: string): NetworkCall[];
  /** Sets the answers to come, for all paths that begin so. */
  script(answers: readonly ScriptedAnswer[], prefix?: string): void;
  close(): Promise<void>;
}

/** Starts it on a free port. @param clock tells when calls came, Unix ms. */
export async function startFakeNetwork(clock: () => number = Date.now): Promise<FakeNetwork> {
  const calls: NetworkCall[] = [];
  const scripts = new Map<string, ScriptedAnswer[]>();

  function answerTo(path: string): ScriptedAnswer {
    const prefix = [...scripts.keys()]
      .filter((one) => path.startsWith(one))
      .sort((a, b) => b.length - a.length)[0];
    const left = scripts.get(prefix ?? '') ?? [];
    return (left.length > 1 ? left.shift() : left[0]) ?? { status: 200, body: {} };
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '', headers } = request;
    const at = clock();
    const call = { path, headers, body: await text(request), at };
    calls.push(call);
    const answer = answerTo(path);
    if (answer === 'hang') return;
    if ('echo' in answer) return void response.writeHead(answer.status).end(JSON.stringify(call));
    if (answer.afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.afterMs));
    const { status, body = {} } = answer;
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    callsTo: (prefix) => calls.filter(({ path }) => path.startsWith(prefix)),
    script(answers, prefix = '') {
      scripts.set(prefix, [...answers]);
    },
    async close() {
      server.closeAllConnections();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
