import type { Identity } from '../client/identity.ts';
import type { ClientConfig } from '../config/client-config.ts';
import type { InstallRecord } from '../installs/install-record.ts';
import type { Platform } from '../platform/platform.ts';
import { createSerialRunner } from '../queue/run-serially.ts';
import type { Tracker } from '../tracking/create-tracker.ts';
import { parseSession, type Session } from './session.ts';

/** An app that was not used for that long starts another session. */
export const SESSION_GAP_MS = 30 * 60 * 1000;

/** Tracks what every app would otherwise track itself: its install and its sessions. */
export interface Usage {
  /** To be called at the start, when the app is used again and when tracking is allowed. */
  resume(): Promise<void>;
  /** To be called from time to time while the app is used. */
  note(): void;
  /** To be called when the app is no longer used. */
  pause(): void;
  /** To be called with each event that the app tracks itself: its own install and sessions replace these. */
  noteOwn(name: string): void;
}

export interface UsageParts {
  platform: Platform;
  config: Pick<ClientConfig, 'autoInstall' | 'autoSessions'>;
  /** Where the session is stored. */
  key: string;
  install: InstallRecord;
  identity: Pick<Identity, 'isOptedOut' | 'installationId'>;
  tracker: Tracker;
  /** Resolves when everything stored is loaded. */
  opened: Promise<unknown>;
  flush(): void;
}

export function createUsage(parts: UsageParts): Usage {
  const { platform, config, key, install, identity, tracker, opened } = parts;
  const { clock, storage } = platform;
  const serially = createSerialRunner();
  const own = new Set<string>();
  let session: Session | undefined;
  const tracks = (name: string, option = platform.isInteractive) => option && !own.has(name);

  function note(): void {
    if (session) void storage.values.set(key, JSON.stringify({ ...session, lastAt: clock.now() }));
  }

  async function trackInstall(now: number): Promise<void> {
    if (await install.read()) return;
    // The same id in every tab of a first visit, so that the service counts one.
    const eventId = `install-${identity.installationId()}`;
    await tracker.track('install', {}, { msAgo: clock.now() - now, eventId });
    parts.flush();
  }

  async function resumeSession(now: number): Promise<void> {
    const before = parseSession(await storage.values.get(key));
    const goesOn = before && Math.abs(now - before.lastAt) < SESSION_GAP_MS;
    session = { startedAt: goesOn ? before.startedAt : now, lastAt: now };
    note();
    if (goesOn) return;
    // A clock that was set back makes no time negative.
    const since = (time: number) => Math.max(0, clock.now() - time);
    if (before) {
      const duration_ms = Math.max(0, before.lastAt - before.startedAt);
      void tracker.track('session_end', { duration_ms }, { msAgo: since(before.lastAt) });
    }
    await tracker.track('session_start', {}, { msAgo: since(now) });
  }

  async function resumeAt(now: number): Promise<void> {
    await opened;
    // What an earlier page has left may be the install.
    await tracker.settled();
    if (identity.isOptedOut()) return;
    if (tracks('install', config.autoInstall)) await trackInstall(now);
    if (tracks('session_start', config.autoSessions)) await resumeSession(now);
  }

  return {
    resume() {
      const now = clock.now();
      return serially(() => resumeAt(now));
    },
    note,
    pause() {
      note();
      session = undefined;
    },
    noteOwn: (name) => void own.add(name),
  };
}
