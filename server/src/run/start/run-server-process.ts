import { setTimeout as delay } from 'node:timers/promises';
import { loadSecrets } from '../../platform/auth/secrets/load-secrets.ts';
import { createLog } from '../../platform/log.ts';
import { openChannel } from '../../platform/processes/channel.ts';
import type { QuestionsToParent, QuestionsToServer } from '../../platform/processes/questions.ts';
import type { Config } from '../../platform/settings/config.ts';
import { serveRequests } from '../assembly/serve-requests.ts';
import { GIVE_UP_MS, type StopSignal } from './stop-signal.ts';

/**
 * Runs one of several processes of a service, on the database that the first process has opened, until that one says
 * stop; then finishes what is in flight and exits with 0, or with 1 if that could not be finished. Node ends it when
 * the first process is gone.
 */
export async function runServerProcess(config: Config, stop: StopSignal): Promise<void> {
  const parent = openChannel<QuestionsToParent, QuestionsToServer>(process);
  const told = Promise.withResolvers<void>();
  let stopping = false;
  let serving = false;
  // Whichever process is asked to stop, the whole service does.
  void stop.received.then(() => {
    stopping = true;
    parent.ask('stop', null).catch(() => {});
  });
  parent.answer('stop', () => {
    stopping = true;
    if (!serving) process.exit(0);
    told.resolve();
    return null;
  });

  const { number, databaseUrl } = await parent.ask('assignment', null);
  const log = createLog(config, undefined, () => stopping).child({ process: number });
  const secrets = await loadSecrets(config);
  const { close } = await serveRequests({ config, secrets, databaseUrl, log, parent });
  serving = true;
  await parent.ask('serving', null);

  await told.promise;
  const finish = close().then(() => 0);
  process.exit(await Promise.race([finish, delay(GIVE_UP_MS, 1)]));
}
