import type { ClientConfig } from '../config/client-config.ts';
import { queueName } from '../storage/queue-name.ts';
import type { Device } from './controlled-device.ts';
import { type Answer, API_KEY, type Service } from './start-service.ts';

/** The same answer `count` times over. */
export const repeated = (count: number, answer: Answer): Answer[] =>
  Array.from({ length: count }, () => answer);

/** Starts a client on the device, tracks `event_1`, `event_2`, … and flushes once. */
export async function trackAndFlush(device: Device, count = 1, config: ClientConfig = {}) {
  const client = device.start(config);
  for (let at = 1; at <= count; at++) client.trackEvent(`event_${at}`);
  await client.flush();
  return client;
}

/** Resolves once the service has received that many different events. */
export function untilReceived(service: Service, count: number): Promise<void> {
  return new Promise((resolve) => {
    const { judge } = service;
    const seen = new Set<string>();
    service.judge = (event) => {
      if (seen.add(event.event_id).size === count) setImmediate(resolve);
      return judge(event);
    };
  });
}

/** The dead letters in the device's storage, oldest first. */
export async function readDeadLetters(device: Device): Promise<unknown> {
  const { values } = device.platform().storage;
  return JSON.parse((await values.get(`${queueName(API_KEY)}.dead-letters`)) ?? '[]');
}
