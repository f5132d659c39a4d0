import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHROMIUM } from '@tributary/sdk/testing/chromium/chromium';

const STARTS_WITHIN_MS = 20_000;

/**
 * Chromium as a person has it: nobody inspects its requests or scripts. A browser that is driven by a test notes for each request
 * which line of the page has sent it, which has whole bundles parsed a second time.
 */
export interface PlainBrowser {
  /** Someone who has not been there yet, with nothing in the browser's cache. */
  person(): Promise<PlainPerson>;
}

/** One person's cookies and cache. */
export interface PlainPerson {
  /** Opens an address in a page of its own, runs an expression in it until its promise is fulfilled, and closes the page. */
  visit<Result>(url: string, { before, expression }: VisitScripts): Promise<Result>;
  close(): Promise<void>;
}

interface VisitScripts {
  /** Runs before the page's own. */
  readonly before?: string;
  readonly expression: string;
}

/** Starts one for some work, and ends it. @throws where Chromium does not start within 20 seconds */
export async function withPlainBrowser<Result>(
  work: (browser: PlainBrowser) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-chromium-'));
  const process = spawn(CHROMIUM, [...FLAGS, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: 'ignore',
  });
  try {
    const ask = await connect(await addressIn(folder, process));
    return await work({ person: () => openPerson(ask) });
  } finally {
    await endOf(process);
    await rm(folder, { recursive: true, force: true });
  }
}

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--window-size=1440,900',
  '--remote-debugging-port=0',
];

async function endOf(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill();
  await ended;
}

/** Chromium writes where it can be reached once it can. */
async function addressIn(folder: string, process: ChildProcess): Promise<string> {
  const until = performance.now() + STARTS_WITHIN_MS;
  for (;;) {
    const [port, path] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8').catch(() => '')).split(
      '\n',
    );
    if (port && path) return `ws://127.0.0.1:${port}${path}`;
    if (process.exitCode !== null || performance.now() > until) throw new Error(`${CHROMIUM} does not start`);
    await sleep(20);
  }
}

type Ask = <Answer>(method: string, params?: object, sessionId?: string) => Promise<Answer>;

async function connect(address: string): Promise<Ask> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`${address} cannot be reached`)), { once: true });
  });
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(data) as {
      id?: number;
      result?: unknown;
      error?: { message: string };
    };
    if (id === undefined) return;
    const waiting = asked.get(id);
    asked.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of asked.values()) reject(new Error('Chromium has ended'));
  });
  let last = 0;
  return <Answer>(method: string, params: object = {}, sessionId?: string) => {
    const waiting = Promise.withResolvers<unknown>();
    asked.set(++last, waiting);
    socket.send(JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) }));
    return waiting.promise as Promise<Answer>;
  };
}

async function openPerson(ask: Ask): Promise<PlainPerson> {
  const { browserContextId } = await ask<{ browserContextId: string }>('Target.createBrowserContext');
  return {
    async visit(url, scripts) {
      const { targetId } = await ask<{ targetId: string }>('Target.createTarget', {
        url: 'about:blank',
        browserContextId,
      });
      try {
        return await visitIn(ask, targetId, url, scripts);
      } finally {
        await ask('Target.closeTarget', { targetId });
      }
    },
    close: () => ask('Target.disposeBrowserContext', { browserContextId }),
  };
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string };
}

async function visitIn<Result>(
  ask: Ask,
  targetId: string,
  url: string,
  scripts: VisitScripts,
): Promise<Result> {
  const { sessionId } = await ask<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  await ask('Page.enable', {}, sessionId);
  if (scripts.before)
    await ask('Page.addScriptToEvaluateOnNewDocument', { source: scripts.before }, sessionId);
  await ask('Page.navigate', { url }, sessionId);
  const { expression } = scripts;
  const options = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await ask<Evaluated>('Runtime.evaluate', options, sessionId);
  if (exceptionDetails) throw new Error(`${url}: ${exceptionDetails.text}`);
  return result.value as Result;
}
