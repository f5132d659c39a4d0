import type { HttpAnswer } from '../http-connection.ts';
import { type LoadPace, sendLoad } from '../send-load.ts';

/** A load of visits, each by a different visitor: by those who are redirected, or by those who get the landing page. */
export interface RedirectLoad extends LoadPace {
  readonly slugs: readonly string[];
  readonly requests: number;
  readonly gets?: 'page';
  /** The links are on these hosts, in turns; by default on the service's own. */
  readonly hosts?: readonly string[] | undefined;
}

const REDIRECTED = [
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15',
];
const SHOWN_PAGES = [
  'Mozilla/5.0 (Linux; Android 14; SM-A155F; wv) AppleWebKit/537.36 Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 350',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
];

process.on('message', (load: RedirectLoad) => {
  const requests = Array.from({ length: load.requests }, (_, turn) => request(load, turn));
  return sendLoad(load, requests, requireStatus(load.gets === 'page' ? 200 : 302));
});

function request({ slugs, gets, hosts }: RedirectLoad, turn: number): Buffer {
  const agents = gets === 'page' ? SHOWN_PAGES : REDIRECTED;
  // A stride that shares no factor with the number of slugs visits all of them before it repeats one.
  const at = (turn * 7919) % slugs.length;
  const path = hosts ? `/${slugs[at]}` : `/l/${slugs[at]}`;
  const head = [
    `GET ${path}?utm_content=bench HTTP/1.1`,
    `host: ${hosts?.[at % hosts.length] ?? 'localhost'}`,
    `user-agent: ${agents[turn % agents.length]}`,
    'accept-language: de-AT,de;q=0.9',
    'accept-encoding: gzip, deflate, br',
    `x-forwarded-for: 198.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
    '\r\n',
  ];
  return Buffer.from(head.join('\r\n'));
}

function requireStatus(wanted: number) {
  return ({ status }: HttpAnswer): void => {
    if (status !== wanted) throw new Error(`a visit was answered with ${status}`);
  };
}
