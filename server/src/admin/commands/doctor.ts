import { createKeyring } from '../../secrets/keyring.ts';
import { readSecrets } from '../../secrets/load-secrets.ts';
import { type AdminCommand, AdminError } from '../command.ts';

/** Checks for the most common problems. */
export const doctor: AdminCommand = {
  args: [],
  help: 'checks the database, its settings and that the stored secrets can be decrypted',
  async run({ config, em, print }) {
    const [server] = await em.execute<{ version: string; fsync: string; commit: string }[]>(
      `select current_setting('server_version') as version, current_setting('fsync') as fsync,
              current_setting('synchronous_commit') as commit`,
    );
    print(`PostgreSQL ${server?.version}`);
    const problems: string[] = [];
    if (server?.fsync !== 'on') problems.push('fsync is off: a power failure can lose accepted events');
    if (server?.commit === 'off')
      problems.push('synchronous_commit is off: a crash of PostgreSQL can lose accepted events');

    const keyring = createKeyring(await readSecrets(config));
    const apps = await em.execute<{ id: string; signing_secret: string }[]>(
      'select id, signing_secret from apps',
    );
    const closed = apps.filter(
      (app) => !opens(() => keyring.open('app-signing-secret', app.id, app.signing_secret)),
    );
    print(`${apps.length - closed.length} of ${apps.length} signing secrets can be decrypted`);
    if (closed.length > 0)
      problems.push(
        `SERVICE_SECRET does not decrypt the secrets of: ${closed.map(({ id }) => id).join(', ')}`,
      );
    if (problems.length > 0) throw new AdminError(problems.join('\n'));
    print('no problems found');
  },
};

function opens(attempt: () => string): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
