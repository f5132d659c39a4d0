import type { EventSource } from '@tributary/server/testing/signed-event';
import type { Backend } from './backend.ts';
import { createOwner, type Owner } from './owner.ts';

/** An app with what is needed to sign its events, and the owner of its account. */
export interface SigningApp extends EventSource {
  readonly owner: Owner;
  readonly apiKey: string;
}

/** Creates an account with an app and resolves one of its keys, all through the service's API. */
export async function createSigningApp(backend: Backend): Promise<SigningApp> {
  const owner = await createOwner(backend);
  const appId = await owner.rpc<string>('create_app', { p_name: 'Shop', p_bundle_id: 'com.example.shop' });
  const { api_key: apiKey } = await owner.post<{ api_key: string }>('/v1/generate-key', { app_id: appId });
  const response = await fetch(`${backend.origin}/v1/resolve-key`, {
    headers: { 'x-service-api-key': apiKey },
  });
  const key = (await response.json()) as { customer_id: string; sdk_secret: string };
  return { owner, appId, apiKey, accountId: key.customer_id, sdkSecret: key.sdk_secret };
}
