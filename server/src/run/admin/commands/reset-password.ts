import { randomInt } from 'node:crypto';
import { TeamMember } from '@tributary/db/accounts/team-member.entity';
import { Registry } from 'prom-client';
import { readSecrets } from '../../../platform/auth/secrets/load-secrets.ts';
import { endSessions } from '../../../platform/auth/session/mailed-links/end-links.ts';
import { createLog } from '../../../platform/log.ts';
import { auditOperator } from '../audit-operator.ts';
import { type AdminCommand, AdminError } from '../command.ts';
import { withPool } from '../with-pool.ts';

/** Without characters that are easily confused when read aloud. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** For a user who cannot sign in: the operator passes on the printed password. */
export const resetPassword: AdminCommand = {
  args: ['email'],
  help: 'gives a user a new password, printed once, and ends their sessions and mailed links',
  details:
    'Pass the password on over a channel that you trust, and have it changed at once (POST /api/auth/change-password).\n' +
    "It appears in no log; the audit log of each of the user's accounts records the reset.",
  async run({ config, databaseUrl, em, clock, print }, [email = '']) {
    await withPool(databaseUrl, 2, async (pool) => {
      const log = createLog({ logLevel: 'warn' });
      const secrets = await readSecrets(config);
      const parts = { pool, lookUps: pool, config, secrets, registry: new Registry(), log };
      const { createSignIn } = await import('../../../platform/auth/session/create-sign-in.ts');
      const auth = await createSignIn(parts).auth.$context;
      const found = await auth.internalAdapter.findUserByEmail(email.toLowerCase(), {
        includeAccounts: true,
      });
      if (!found) throw new AdminError(`no user signs in with ${email}`);
      const userId = found.user.id;
      const password = makePassword();
      const hash = await auth.password.hash(password);
      if (found.accounts.some(({ providerId }) => providerId === 'credential'))
        await auth.internalAdapter.updatePassword(userId, hash);
      else
        await auth.internalAdapter.createAccount({
          userId,
          providerId: 'credential',
          accountId: userId,
          password: hash,
        });
      // After the password change, so that sign-ins with the old password in between are ended too.
      await endSessions(pool, userId);
      const memberships = await em.find(TeamMember, { userId });
      for (const customerId of new Set(memberships.map((member) => member.customerId)))
        auditOperator(em, clock, {
          customerId,
          action: 'reset_password',
          targetType: 'user',
          targetId: userId,
        });
      await em.flush();
      print(`new password of ${found.user.email} (all their sessions have ended):`);
      print('Access tokens keep working: if someone else may have used the account, have them revoked.');
      print(password);
    });
  },
};

/** About 100 random bits, in groups that are easy to read aloud. */
function makePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
