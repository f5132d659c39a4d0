import type { Platform } from '@tributary/sdk/core';
import type { Random } from '@tributary/server/testing/random';
import type { Condition } from './conditions.ts';
import type { SdkRequest, SdkResponse, Transport } from './exchange.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How long a name server takes to say that a name does not exist. */
const DNS_MS = 2000;
const PORTAL_PAGE = '<!doctype html><title>Welcome</title><p>Accept the terms to use the Wi-Fi.</p>';

/** The network between a device and the service: a `Platform`'s `http` and `network`. */
export interface SimulatedNetwork extends Pick<Platform, 'http' | 'network'> {}

export interface NetworkParts {
  readonly time: VirtualTime;
  readonly random: Random;
  /** Carries a request to the service and back. */
  readonly transport: Transport;
  /** The address that the service sees. */
  readonly address: string;
  /** The kind of network as the device reports it while there is one. */
  readonly kind: () => Awaited<ReturnType<Platform['network']>>;
  /** Time for a request and its answer, in ms. */
  readonly roundTripMs: number;
  /** What is wrong now. */
  readonly conditions: () => readonly Condition[];
}

/** Wraps a transport: every request passes the conditions of its moment, and its answer those of its own. */
export function createSimulatedNetwork(parts: NetworkParts): SimulatedNetwork {
  const { time, transport, conditions, kind } = parts;
  const isOffline = () => conditions().some((condition) => isDown(condition, time.now()));
  return {
    async network() {
      if (isOffline()) return 'none';
      return conditions().some((condition) => condition.kind === 'cellular') ? 'cellular' : kind();
    },
    http: (request) =>
      within(time, request.timeoutMs, async () => {
        if (isOffline()) throw failure('ENETUNREACH');
        const here = conditions();
        await time.sleep(oneWay(parts, here));
        const answered = await interfere(parts, here, request);
        if (answered) return answered;
        const response = await transport(alter(parts, here, request));
        const there = conditions();
        await time.sleep(oneWay(parts, there));
        if (isOffline() || isLost(parts, there, 'lose-answers')) return never();
        return response;
      }),
  };
}

function isDown(condition: Condition, now: number): boolean {
  if (condition.kind === 'offline') return true;
  return condition.kind === 'flapping' && Math.floor(now / condition.periodMs) % 2 === 1;
}

/** Answers or loses a request on its way to the service; undefined if it gets there. */
async function interfere(
  { time, random, ...parts }: NetworkParts,
  conditions: readonly Condition[],
  { body }: SdkRequest,
): Promise<SdkResponse | undefined> {
  for (const condition of conditions) {
    if (condition.kind === 'dns-failure') {
      await time.sleep(DNS_MS);
      throw failure('ENOTFOUND');
    }
    if (condition.kind === 'captive-portal') return answer(200, PORTAL_PAGE);
    if (condition.kind === 'body-limit' && (body?.length ?? 0) > condition.bytes) return answer(413);
    if (condition.kind === 'status' && random.chance(condition.share)) {
      return answer(condition.status, '', condition.retryAfterSeconds);
    }
  }
  if (isLost({ random, ...parts }, conditions, 'lose-requests')) return never();
  return undefined;
}

function answer(status: number, text = '', retryAfterSeconds?: number): SdkResponse {
  const retryAfter = retryAfterSeconds === undefined ? undefined : String(retryAfterSeconds);
  return { status, retryAfter, text };
}

function isLost(
  { random }: Pick<NetworkParts, 'random'>,
  conditions: readonly Condition[],
  kind: 'lose-requests' | 'lose-answers',
): boolean {
  return conditions.some((condition) => condition.kind === kind && random.chance(condition.share));
}

/** The request as it leaves the network. */
function alter({ address }: NetworkParts, conditions: readonly Condition[], request: SdkRequest): SdkRequest {
  const nat = conditions.find((condition) => condition.kind === 'carrier-nat');
  const headers: Record<string, string> = {
    ...request.headers,
    'x-forwarded-for': nat?.address ?? address,
  };
  if (conditions.some(({ kind }) => kind === 'strip-encoding')) delete headers['content-encoding'];
  return { ...request, headers };
}

function oneWay({ roundTripMs }: NetworkParts, conditions: readonly Condition[]): number {
  const slow = conditions.reduce((sum, each) => sum + (each.kind === 'slow' ? each.delayMs : 0), 0);
  return roundTripMs / 2 + slow;
}

/** Rejects if no answer has come in time, as the SDK's platforms do. */
function within<T>(time: VirtualTime, timeoutMs: number, act: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = time.after(timeoutMs, () => reject(failure('ETIMEDOUT')));
    act().then(resolve, reject).finally(cancel);
  });
}

function failure(code: string): Error {
  return Object.assign(new TypeError('fetch failed'), { cause: { code } });
}

const never = () => new Promise<never>(() => {});
