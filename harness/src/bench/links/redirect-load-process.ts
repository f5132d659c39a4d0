import type { HttpAnswer } from '../http-connection.ts';
import { type LoadPace, sendLoad } from '../send-load.ts';

/** A load of visits, each by a different visitor. */
export interface RedirectLoad extends LoadPace {
  readonly slugs: readonly string[];
  readonly requests: number;
}

const AGENTS = [
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15',
];

process.on('message', (load: RedirectLoad) => {
  const requests = Array.from({ length: load.requests }, (_, turn) => request(load, turn));
  return sendLoad(load, requests, requireRedirect);
});

function request({ slugs }: RedirectLoad, turn: number): Buffer {
  // A stride that shares no factor with the number of slugs visits all of them before it repeats one.
  const slug = slugs[(turn * 7919) % slugs.length];
  const head = [
    `GET /l/${slug}?utm_content=bench HTTP/1.1`,
    'host: localhost',
    `user-agent: ${AGENTS[turn % AGENTS.length]}`,
    'accept-language: de-AT,de;q=0.9',
    `x-forwarded-for: 198.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
    '\r\n',
  ];
  return Buffer.from(head.join('\r\n'));
}

function requireRedirect({ status }: HttpAnswer): void {
  if (status !== 302) throw new Error(`a redirect was answered with ${status}`);
}
