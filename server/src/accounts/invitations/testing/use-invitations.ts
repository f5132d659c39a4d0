import { startTestMailServer } from '../../../platform/net/mail/testing/test-mail-server.ts';
import { answerOf } from '../../../testing/answer-of.ts';
import { captureLog } from '../../../testing/capture-log.ts';
import { perSuite, perTest } from '../../../testing/per-suite.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { createTenant, type Person, signUp } from '../../../testing/test-tenant.ts';

/** Gives each test an account, a person without one, a clock that the test sets, and what is asked of invitations. */
export function useInvitations() {
  const time = { now: Date.UTC(2026, 2, 1) };
  const captured = captureLog('trace');
  const mails = perSuite(startTestMailServer, (server) => server.close());
  const service = perSuite(
    () =>
      startTestService({
        clock: () => time.now,
        log: captured.log,
        env: {
          PUBLIC_URL: 'https://links.example.com/here',
          SMTP_URL: mails.url,
          MAIL_FROM: 'noreply@example.com',
        },
      }),
    (started) => started.close(),
  );
  const tenant = perTest(() => createTenant(service));
  const guest = perTest(() => signUp(service));
  const rpc = async (who: Person, name: string, args: object = {}) => answerOf(who.rpc(name, args));
  return {
    time,
    captured,
    mails,
    service,
    tenant,
    guest,
    rpc,
    listed: async () => (await rpc(tenant.owner, 'list_invitations')).body.items,
    /** The answer to what the state of an invitation does not allow. */
    refused: (error: string) => ({ status: 409, body: { error, message: error } }),
    async audited(action: string) {
      const { body } = await rpc(tenant.owner, 'list_audit_log', { p_limit: 200 });
      return body.items.filter((entry: { action: string }) => entry.action === action);
    },
  };
}
