import { randomUUID } from 'node:crypto';
import { clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import type { WireEvent } from '../../testing/signed-event.ts';
import type { TestService } from '../../testing/test-service.ts';
import type { Tenant } from '../../testing/test-tenant.ts';
import { deliverDue } from '../deliver/delivery-worker.ts';

/** Makes an ad network config through its procedure; of all apps unless `p_app_id` is given. */
export async function makeConfig(
  tenant: Pick<Tenant, 'owner'>,
  args: Record<string, unknown> = {},
): Promise<{ id: string; signing_secret: string | null }> {
  const response = await tenant.owner.rpc('create_ad_network_config', {
    p_postback_format: 'canonical',
    p_event_types: ['install', 'purchase'],
    ...args,
  });
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as { id: string; signing_secret: string | null };
}

/** Installs on a new device after a click of that channel; without a click for null. Returns its advertising id. */
export async function installFrom(
  service: TestService,
  tenant: Tenant,
  channel: string | null,
  members: Partial<WireEvent> = {},
): Promise<string> {
  const gaid = randomUUID();
  const click =
    channel === null ? null : await clickLink(service, await createSlug(tenant, { p_channel: channel }));
  await send(service, tenant, {
    event_type: 'install',
    gaid,
    ...(click && { click_id: click.clickId }),
    ...members,
  });
  await processQueued(service);
  return gaid;
}

/** A delivery as `list_postbacks` has it. */
export interface ListedPostback {
  readonly postback_id: string;
  readonly config_id: string;
  readonly postback_format: string;
  readonly event_type: string;
  readonly install_id: string;
  readonly payment_event_id: string | null;
  readonly status: string;
  readonly failure_class: string | null;
  readonly attempts: readonly {
    at: number;
    http_status: number | null;
    class: string | null;
    response: string;
  }[];
  readonly next_attempt_at: number | null;
}

/** The deliveries that the tenant sees. @throws Error if they cannot be listed */
export async function listPostbacks(
  tenant: Pick<Tenant, 'owner'>,
  args: Record<string, unknown> = {},
): Promise<ListedPostback[]> {
  const response = await tenant.owner.rpc('list_postbacks', { p_limit: 200, ...args });
  if (response.status !== 200) throw new Error(await response.text());
  return ((await response.json()) as { items: ListedPostback[] }).items;
}

/** Makes every delivery that is due. */
export async function deliverAll({ services }: TestService): Promise<void> {
  await deliverDue(services.postbacks);
}
