import type { ClientBase } from 'pg';
import { applicableConfigs, loadConfigs } from './applicable-configs.ts';
import { insertPostbacks } from './insert-postbacks.ts';

/** A decision about an install, as it was stored now. */
export interface AttributedInstall {
  readonly customer_id: string;
  readonly app_id: string;
  readonly attribution_id: string;
  readonly install_id: string;
  readonly install_kind: 'install' | 'reinstall';
  readonly channel: string;
  readonly click_id: string | null;
}

/**
 * Queues the postbacks of installs in the caller's transaction. Re-installs are in no total, so they are not sent either.
 *
 * @param now Unix ms.
 */
export async function queueInstallPostbacks(
  client: ClientBase,
  decided: readonly AttributedInstall[],
  now: number,
): Promise<void> {
  const installs = decided.filter(({ install_kind }) => install_kind === 'install');
  if (installs.length === 0) return;
  const configsOf = await loadConfigs(
    client,
    installs.map(({ customer_id }) => customer_id),
  );
  const postbacks = installs.flatMap((install) => {
    const cause = {
      appId: install.app_id,
      eventType: 'install',
      clickChannel: install.click_id === null ? null : install.channel,
    } as const;
    return applicableConfigs(configsOf.get(install.customer_id) ?? [], cause).map((config) => ({
      config,
      appId: install.app_id,
      eventType: cause.eventType,
      attributionId: install.attribution_id,
      installId: install.install_id,
      paymentEventId: null,
    }));
  });
  await insertPostbacks(client, postbacks, now);
}
