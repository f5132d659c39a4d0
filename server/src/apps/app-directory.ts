import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { Keyring } from '../platform/auth/secrets/keyring.ts';
import { type Plan, planNamed } from '../platform/settings/plans.ts';
import type { ChangeFeed } from '../platform/store/changes/change-feed.ts';
import { flatCopy } from '../platform/values/memory/flat-copy.ts';

/** What the hot paths need to know about an app. */
export interface KnownApp {
  readonly appId: string;
  readonly customerId: string;
  /** False if the app or its account is deactivated, or the app is deleted. */
  readonly active: boolean;
  /** Whether it is in strict privacy mode. */
  readonly isStrict: boolean;
  readonly planName: string;
  readonly plan: Plan;
  /** The key that signs its events. */
  readonly signingKey: KeyObject;
}

/**
 * Apps by id, cached for seconds. A changed app is dropped at once (in any instance); when the change feed is interrupted
 * all of them are, and none is cached until it is back. Unlike links, apps are never served from an old copy: an event
 * only counts once it is committed, so with an unreachable database a copy could not accept anything. It could only let
 * a deactivated app back in.
 */
export interface AppDirectory {
  /** Looks up all of them with at most one query. Unknown ids are missing from the result. */
  find(appIds: Iterable<string>): Promise<ReadonlyMap<string, KnownApp>>;
}

declare module '../platform/services.ts' {
  interface Services {
    readonly apps: AppDirectory;
  }
}

interface AppRow {
  id: string;
  customer_id: string;
  active: boolean;
  plan: string;
  privacy_mode: string;
  signing_secret: string;
}

interface Entry {
  readonly app: KnownApp | null;
  readonly readAt: number;
}

const FRESH_MS = 8000;
const MAX_ENTRIES = 50_000;

const FIND_APPS = `
  select apps.id, apps.customer_id, apps.signing_secret, apps.privacy_mode, accounts.plan,
         apps.active and apps.deleted_at is null and accounts.active as active
  from apps join accounts on accounts.id = apps.customer_id
  where apps.id = any($1::uuid[])`;

interface DirectoryParts {
  pool: Pool;
  keyring: Keyring;
  changes: ChangeFeed;
  clock: () => number;
}

/** Opens the directory on a pool. Ids must be UUIDs. */
export function createAppDirectory({ pool, keyring, changes, clock }: DirectoryParts): AppDirectory {
  const entries = new Map<string, Entry>();
  // A row read before a change must not be cached after it.
  let generation = 0;

  changes.subscribe((change) => {
    if (change.kind !== 'app' && change.kind !== 'account' && change.kind !== 'all') return;
    generation++;
    if (change.kind === 'app') entries.delete(change.id);
    if (change.kind === 'all') entries.clear();
    if (change.kind === 'account') {
      for (const [id, { app }] of entries) if (app?.customerId === change.id) entries.delete(id);
    }
  });

  function remember(id: string, entry: Entry): void {
    if (entries.size >= MAX_ENTRIES) entries.delete(entries.keys().next().value ?? id);
    entries.set(flatCopy(id), entry);
  }

  async function load(ids: string[], found: Map<string, KnownApp>): Promise<void> {
    const startedAt = generation;
    // Of before the answer, which may take longer than a change is waited for (platform/store/changes/change-feed.ts).
    const readAt = clock();
    const { rows } = await pool.query<AppRow>({ name: 'find-apps', text: FIND_APPS, values: [ids] });
    const loaded = new Map(rows.map((row) => [row.id, toKnownApp(row, keyring)]));
    for (const id of ids) {
      const app = loaded.get(id) ?? null;
      if (app) found.set(id, app);
      if (generation === startedAt) remember(id, { app, readAt });
    }
  }

  return {
    async find(appIds) {
      const found = new Map<string, KnownApp>();
      const unknown: string[] = [];
      const now = clock();
      for (const id of new Set(appIds)) {
        const entry = entries.get(id);
        if (entry === undefined || !isFresh(entry, now) || !changes.isListening()) unknown.push(id);
        else if (entry.app) found.set(id, entry.app);
      }
      if (unknown.length > 0) await load(unknown, found);
      return found;
    },
  };
}

/** An entry from the future was made before the clock was set back: it would stay for too long. */
function isFresh({ readAt }: Entry, now: number): boolean {
  return readAt <= now && now - readAt < FRESH_MS;
}

function toKnownApp(row: AppRow, keyring: Keyring): KnownApp {
  const secret = keyring.open('app-signing-secret', row.id, row.signing_secret);
  return {
    appId: row.id,
    customerId: row.customer_id,
    active: row.active,
    isStrict: row.privacy_mode === 'strict',
    planName: row.plan,
    plan: planNamed(row.plan),
    signingKey: createSecretKey(secret, 'utf8'),
  };
}
