import { TeamMember } from '@tributary/db/accounts/team-member.entity';
import { signInUrl } from '../../../platform/auth/session/mailed-links/link-url.ts';
import { makeLink } from '../../../platform/auth/session/mailed-links/make-link.ts';
import { auditOperator } from '../audit-operator.ts';
import { type AdminCommand, AdminError } from '../command.ts';
import { withPool } from '../with-pool.ts';

const FIND = 'select id, two_factor_enabled from auth_users where email = $1';

interface Found {
  readonly id: string;
  readonly two_factor_enabled: boolean;
}

/** For an operator who lets a person in without a password, such as on a first visit. */
export const signInLink: AdminCommand = {
  args: ['email'],
  help: 'prints a link that signs a user in, once, within ten minutes',
  details:
    'Whoever opens it in a browser is signed in as that user: pass it on over a channel that you trust. A newer link ends the\n' +
    'one before it, and so does a change of password. Not for users with a second factor, which a link would go around.\n' +
    "The audit log of each of the user's accounts records it.",
  async run({ config, databaseUrl, em, clock, print }, [given = '']) {
    await withPool(databaseUrl, 1, async (pool) => {
      const email = given.toLowerCase();
      const { rows } = await pool.query<Found>(FIND, [email]);
      const [user] = rows;
      if (!user) throw new AdminError(`no user signs in with ${given}`);
      if (user.two_factor_enabled)
        throw new AdminError(`${given} has a second factor, which a link would go around`);
      const memberships = await em.find(TeamMember, { userId: user.id });
      const change = { action: 'sign_in_link', targetType: 'user', targetId: user.id };
      for (const customerId of new Set(memberships.map((member) => member.customerId)))
        auditOperator(em, clock, { customerId, ...change });
      // Before there is a link: none is made that no log records.
      await em.flush();
      const token = await makeLink(pool, 'sign_in', email, clock());
      if (token === null) throw new AdminError(`no user signs in with ${given}`);
      print(signInUrl(config, token));
    });
  },
};
