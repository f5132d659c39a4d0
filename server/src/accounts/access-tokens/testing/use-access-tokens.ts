import { beforeEach } from 'vitest';
import { answerOf } from '../../../testing/answer-of.ts';
import { captureLog } from '../../../testing/capture-log.ts';
import { join } from '../../../testing/invite.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../../../testing/test-service.ts';
import { createTenant, type Person, signUp } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';

/** What create_access_token returns. */
interface MadeToken {
  readonly token_id: string;
  readonly token: string;
  readonly expires_at: number | null;
}

/** Runs the app with a captured log and a clock, and for each test an account with an owner and a developer. */
export function useAccessTokens() {
  const captured = captureLog('trace');
  const clock = { now: Date.UTC(2026, 2, 1) };
  const service = useService({ clock: () => clock.now, log: captured.log });
  const tenant = perTest(() => createTenant(service));
  const member = perTest(() => signUp(service));
  beforeEach(async () => {
    await join(tenant, member, { p_role: 'developer' });
  });

  const headersOf = (token: string) => ({ apikey: TEST_ANON_KEY, authorization: `Bearer ${token}` });
  const rpc = (who: Person, name: string, args: object = {}) => answerOf(who.rpc(name, args));
  return {
    captured,
    clock,
    service,
    tenant,
    member,
    headersOf,
    rpc,
    /** Calls a procedure with an access token. */
    call: async (token: string, name: string, args: object = {}) =>
      answerOf(
        service.request(`/rest/v1/rpc/${name}`, {
          method: 'POST',
          headers: { ...headersOf(token), 'content-type': 'application/json' },
          body: JSON.stringify(args),
        }),
      ),
    async make(who: Person, p_role: string, args: object = {}): Promise<MadeToken> {
      const answer = await rpc(who, 'create_access_token', { p_label: 'CI', p_role, ...args });
      if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    revoke: (p_token_id: string, who: Person = tenant.owner) =>
      rpc(who, 'revoke_access_token', { p_token_id }),
  };
}
