import { canonicalEvent } from '@tributary/sdk/wire/canonical';
import { FORGET_PURPOSE } from '@tributary/sdk/wire/forget-purpose';
import { signCanonical } from '@tributary/sdk/wire/sign';
import { expect } from 'vitest';
import type { EventSource, WireEvent } from '../../../testing/signed-event.ts';
import type { TestService } from '../../../testing/test-service.ts';
import { freshAddress } from '../../../testing/test-tenant.ts';
import { STRAY_MS } from '../installation/erase-installation.ts';
import { processErasure } from '../process-erasure.ts';

/** What an SDK sends to be forgotten; `undefined` removes a member. */
export function forgetRequest(source: EventSource, now: number, members: WireEvent): WireEvent {
  const request: WireEvent = {
    app_id: source.appId,
    customer_id: source.accountId,
    purpose: FORGET_PURPOSE,
    sent_at: now,
    ...members,
  };
  for (const [name, value] of Object.entries(request)) if (value === undefined) delete request[name];
  return { ...request, signature: signCanonical(canonicalEvent(request), source.sdkSecret) };
}

/** Posts a body to the endpoint, by default from a fresh address. */
export function postForget(
  service: TestService,
  body: WireEvent | string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return Promise.resolve(
    service.request('/v1/forget', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress(), ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  );
}

/** Works an erasure off, to the end, as the workers do. */
export async function finishErasure({ services }: TestService, receiptId: string): Promise<void> {
  const { backgroundPool: pool, changes, clock } = services;
  for (;;) {
    const state = await processErasure({ pool, changes }, clock() + STRAY_MS, receiptId);
    if (!state || state.dueAt === null) return;
  }
}

/** Has an installation forgotten, and waits until it is. Returns the receipt. */
export async function forget(service: TestService, source: EventSource, members: WireEvent): Promise<string> {
  const response = await postForget(service, forgetRequest(source, service.services.clock(), members));
  const { receipt_id } = (await response.json()) as { receipt_id: string };
  expect(response.status).toBe(202);
  await finishErasure(service, receipt_id);
  return receipt_id;
}
