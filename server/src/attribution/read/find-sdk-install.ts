import { z } from 'zod';
import { findUsableKey } from '../../apps/keys/find-usable-key.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import type { Services } from '../../platform/services.ts';
import { toStorable } from '../../platform/values/storable-text.ts';
import { findInstall, type InstallState } from './find-install.ts';

/** How an SDK names its install. */
export const installQuery = z.object({
  app_id: uuid,
  install_event_id: z
    .string()
    .min(8, 'must be 8 to 128 characters')
    .max(128, 'must be 8 to 128 characters')
    .describe('The `event_id` of the app’s install event.'),
});

/** An install requested by an SDK, with the account of its key. */
export interface SdkInstall {
  readonly customerId: string;
  readonly state: InstallState;
}

/**
 * Finds the install that an SDK requests by `app_id` and `install_event_id`, with that app's key.
 *
 * @throws AppError VALIDATION_ERROR, AUTH_ERROR (also for another app's key)
 */
export async function findSdkInstall(
  services: Services,
  query: Record<string, string>,
  apiKey: string | undefined,
): Promise<SdkInstall> {
  const { app_id, install_event_id } = installQuery.parse(query);
  const key = await findUsableKey(services.workPool, apiKey);
  if (key.app_id !== app_id) throw new AppError('AUTH_ERROR', 'the key belongs to another app');
  const state = await findInstall(services.workPool, key.customer_id, app_id, toStorable(install_event_id));
  return { customerId: key.customer_id, state };
}
