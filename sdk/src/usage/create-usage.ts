import type { Feature } from '../engine/additions.ts';
import type { Engine } from '../engine/engine.ts';
import type { Hooks } from '../engine/hooks.ts';
import { readInstall } from '../installs/install-record.ts';
import { toJson } from '../parsing/to-json.ts';
import { createSerialRunner } from '../scheduling/run-serially.ts';
import { parseSession, type Session } from './session.ts';

/** An app that was not used for that long starts another session. */
export const SESSION_GAP_MS = 30 * 60 * 1000;

/** Tracks what every app would otherwise track itself: its install, its sessions and, if it wishes, its page views. */
export const createUsage = (): Feature => ({ start: trackUsage });

function trackUsage(on: Engine): Hooks {
  const { platform, config, values, identity, tracker } = on;
  const { clock, storage } = platform;
  const key = `${on.name}.session`;
  const serially = createSerialRunner();
  // Events that the app tracks itself: its own install and sessions replace these.
  const own = new Set<string>();
  let session: Session | undefined;
  const tracks = (name: string, option = platform.isInteractive) => option && !own.has(name);

  function note(): void {
    if (session) void values.set(key, toJson({ ...session, lastAt: clock.now() }));
  }

  async function trackInstall(now: number): Promise<void> {
    // The same id in every tab of a first visit, so that the service counts one.
    const eventId = `install-${await identity.installationId()}`;
    // One that is not remembered would be tracked again at each start.
    if (storage.isVolatile || (await readInstall(on)) || values.error()) return;
    await tracker.track('install', {}, { msAgo: clock.now() - now, eventId });
    void on.send();
  }

  async function resumeSession(now: number): Promise<void> {
    const before = parseSession(await values.get(key));
    // The user may have objected meanwhile.
    if (identity.isOptedOut()) return;
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
    await on.opened;
    // What an earlier page has left may be the install.
    await tracker.settled();
    if (identity.isOptedOut()) return;
    if (tracks('install', config.autoInstall)) await trackInstall(now);
    if (tracks('session_start', config.autoSessions)) await resumeSession(now);
  }

  const stop = config.pageViews && platform.onPageView?.((page) => void tracker.track('page_view', page));
  return {
    used() {
      const now = clock.now();
      return serially(() => resumeAt(now));
    },
    ticked: note,
    unused() {
      note();
      session = undefined;
    },
    called: (name) => void own.add(name),
    ...(stop && { stop }),
  };
}
