import type { EventSource } from '@tributary/server/testing/signed-event';
import { Client } from 'pg';
import { seedApps } from '../backend/seed-apps.ts';
import { createSigningApp } from '../backend/signing-app.ts';
import type { SpawnedBackend } from '../backend/spawned-backend.ts';

/** The data that requests can refer to, and the callers. */
export interface FuzzWorld {
  /** Headers that make a request the owner's. */
  readonly asOwner: Readonly<Record<string, string>>;
  readonly apiKey: string;
  readonly slugs: readonly string[];
  /** Existing values by argument name. */
  readonly known: Readonly<Record<string, unknown>>;
  /** Apps that events can be signed for: the owner's, and enough others that none reaches its limit. */
  readonly sources: readonly EventSource[];
}

const SLUG = 'fuzzed-link';

/** @param secrets the service's own. */
export async function setUpFuzzWorld(
  backend: SpawnedBackend,
  databaseUrl: string,
  secrets: { readonly serviceSecret: string; readonly anonKey: string },
): Promise<FuzzWorld> {
  const { owner, ...app } = await createSigningApp(backend);
  const p_app_id = app.appId;
  const { id: p_campaign_id } = await owner.rpc<{ id: string }>('create_campaign', {
    p_name: 'Fuzz',
    p_app_id,
  });
  const { id: p_link_id } = await owner.rpc<{ id: string }>('create_deep_link', {
    p_app_id,
    p_slug: SLUG,
    p_fallback_url: 'https://example.com/',
    p_android_url: 'https://play.google.com/store/apps/details?id=com.example.shop',
  });
  const known = {
    p_app_id,
    app_id: p_app_id,
    p_campaign_id,
    p_link_id,
    p_team_id: owner.teamId,
    team_id: owner.teamId,
  };
  return {
    asOwner: owner.headers,
    apiKey: app.apiKey,
    slugs: [SLUG, SLUG, SLUG, 'nothing'],
    known,
    sources: [app, ...(await seedSources(databaseUrl, secrets))],
  };
}

async function seedSources(
  databaseUrl: string,
  { serviceSecret, anonKey }: { readonly serviceSecret: string; readonly anonKey: string },
): Promise<EventSource[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const secrets = { serviceSecret, anonKey, previousServiceSecret: undefined };
    const apps = await seedApps(client, secrets, { accounts: 20, appsPerAccount: 5 });
    return apps.map(({ customerId, appId, secret }) => ({ accountId: customerId, appId, sdkSecret: secret }));
  } finally {
    await client.end();
  }
}
