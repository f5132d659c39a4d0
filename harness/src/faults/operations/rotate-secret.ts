import { createKeyring } from '@tributary/server/platform/auth/secrets/keyring';
import { seedApps } from '../../backend/seed-apps.ts';
import type { FaultyOperation } from '../operation.ts';

const APPS = 300;

/** Every secret is under the new key afterwards, and none is lost. */
export const rotateSecret: FaultyOperation = {
  name: 'rotate-secret',
  async prepare(rig, round) {
    const sealed = async (secret: string) => {
      const { sealsBeginWith } = createKeyring({ serviceSecret: secret, previousServiceSecret: undefined });
      const [found] = await rig.query<{ n: number }>(
        'select count(*)::int as n from apps where starts_with(signing_secret, $1)',
        [sealsBeginWith],
      );
      return found?.n ?? 0;
    };
    if ((await sealed(rig.secret)) < APPS)
      await rig.withClient((client) =>
        seedApps(
          client,
          { serviceSecret: rig.secret, previousServiceSecret: undefined, anonKey: '' },
          { accounts: 1, appsPerAccount: APPS },
        ),
      );
    await rig.stopServer();
    const previous = rig.secret;
    const next = `the-secret-of-round-${round}-of-the-bench-of-faults`;
    const env = { SERVICE_SECRET: next, SERVICE_SECRET_PREVIOUS: previous };
    const before = await sealed(previous);
    return {
      start: async () => rig.startAdmin(['rotate-secret'], env),
      async complete() {
        const { code, err } = await rig.admin(['rotate-secret'], env);
        rig.secret = next;
        const wrong = code === 0 ? [] : [`rotate-secret ended with ${code}: ${err}`];
        if ((await sealed(previous)) > 0) wrong.push('secrets are left under the previous key');
        if ((await sealed(next)) !== before)
          wrong.push(`${await sealed(next)} of ${before} secrets are left`);
        const doctor = await rig.admin(['doctor']);
        if (doctor.code !== 0) wrong.push(`doctor: ${doctor.err}`);
        return wrong;
      },
    };
  },
};
