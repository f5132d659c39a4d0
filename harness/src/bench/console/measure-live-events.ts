import { signedEvent } from '@tributary/server/testing/signed-event';
import type { SeededApp } from '../../backend/seed-apps.ts';
import type { SpawnedBackend } from '../../backend/spawned-backend.ts';
import { printHeading, printRow } from '../../command-line/print-figures.ts';
import type { OpenedConsole } from './open-console.ts';
import { openLiveView } from './open-live-view.ts';
import { percentilesText } from './percentiles-text.ts';

/** Notes by the machine's clock when each id was shown. */
const NOTE_SHOWN = `
  window.shownAt = {};
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('code.id')) window.shownAt[textContent] ??= Date.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });`;

interface Noted {
  /** By the event's id, Unix ms. */
  readonly shownAt: Readonly<Record<string, number>>;
}

/** Sends events one after another and measures when the live view shows each. */
export async function measureLiveEvents(
  opened: OpenedConsole,
  { origin }: SpawnedBackend,
  { customerId: accountId, appId, secret: sdkSecret }: SeededApp,
  count: number,
): Promise<void> {
  const page = await openLiveView(opened, appId, NOTE_SHOWN);
  const times: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    const now = Date.now();
    const event = signedEvent({ accountId, appId, sdkSecret }, { timestamp: now, sent_at: now });
    const answer = await fetch(`${origin}/v1/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
    });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    const shown = await page.waitForFunction(
      (id) => (globalThis as unknown as Noted).shownAt[id],
      String(event.event_id),
    );
    times.push(((await shown.jsonValue()) ?? Number.NaN) - now);
  }
  await page.context().close();
  printHeading('An event shown in the live view, from when it is sent (target 1,000 ms)');
  printRow(`${count} events, one after another`, percentilesText(times));
}
