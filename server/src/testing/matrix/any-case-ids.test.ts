import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { RESOURCES } from '../../analytics/resources.ts';
import { appRouter, isProcedure } from '../../api/router.ts';
import { callTrpc } from '../call-trpc.ts';
import { perSuite } from '../per-suite.ts';
import { TEST_ANON_KEY } from '../test-service.ts';
import { useService } from '../use-service.ts';
import { PROCEDURES } from './caller-matrix.ts';
import type { MatrixWorld } from './matrix-row.ts';
import { createMatrixWorld } from './matrix-world.ts';

const service = useService();
const world = perSuite(() => createMatrixWorld(service));

/** A valid id for each argument; an argument missing here fails the test below. */
const IDS: Record<string, (world: MatrixWorld, procedure: string) => string> = {
  p_app_id: ({ tenant }) => tenant.appId,
  p_team_id: ({ tenant, spare }, name) => (name === 'archive_team' ? spare.teamId() : tenant.teamId),
  p_account_id: ({ tenant }) => tenant.accountId,
  p_user_id: ({ tenant, people, spare }, name) => {
    if (name === 'team_remove_member') return spare.userId();
    return name === 'update_member_role' ? people.viewer.userId : tenant.owner.userId;
  },
  p_invitation_id: ({ spare }) => spare.invitationId(),
  p_token_id: ({ spare }) => spare.accessTokenId(),
  p_entry_id: ({ auditEntryId }) => auditEntryId,
  p_target_id: ({ tenant }) => tenant.appId,
  p_key_id: ({ tenant }) => tenant.keyId,
  p_link_id: ({ linkId }) => linkId,
  p_domain_id: ({ domainId }) => domainId,
  p_campaign_id: ({ campaignId }) => campaignId,
  p_device_id: ({ deviceId }) => deviceId,
  p_install_id: ({ installId }) => installId,
  p_webhook_id: ({ activeWebhookId, revokedWebhookId }, name) =>
    name === 'revoke_payment_webhook' ? activeWebhookId : revokedWebhookId(),
  p_receipt_id: ({ receiptId }) => receiptId,
  p_config_id: ({ configId, spareConfigId }, name) =>
    name === 'delete_ad_network_config' ? spareConfigId() : configId,
  p_job_id: ({ importJobId, pendingImportJobId }, name) =>
    name === 'cancel_import_job' ? pendingImportJobId() : importJobId,
  p_postback_id: ({ sentPostbackId, failedPostbackId }, name) =>
    name === 'retry_postback' ? failedPostbackId() : sentPostbackId,
};

/** As long as an id, for arguments with a minimum length. */
const OTHER_TEXT = 'x'.repeat(36);
const SOME_ID = '2F2EAAAA-1111-4111-8111-ABCDEFABCDEF';

/** Every argument of every procedure that accepts a UUID and no other text. */
const ARGUMENTS = Object.entries<object>(appRouter._def.procedures).flatMap(([name, procedure]) => {
  const [input] = Reflect.get(procedure, '_def').inputs as [z.ZodObject];
  const takes = (argument: string, value: string) => input.shape[argument]?.safeParse(value).success;
  return Object.keys(input.shape)
    .filter((argument) => isProcedure(name) && takes(argument, SOME_ID) && !takes(argument, OTHER_TEXT))
    .map((argument) => [name, argument] as const);
});

test('every id that a procedure takes is known here', () => {
  expect(ARGUMENTS.length).toBeGreaterThan(20);
  expect(ARGUMENTS.map(([, argument]) => argument).filter((argument) => !(argument in IDS))).toEqual([]);
});

describe.each(['REST', 'tRPC'] as const)('by %s', (transport) => {
  // A separate world per transport: what one has deleted the other cannot delete again.
  const own = perSuite(() => createMatrixWorld(service));

  async function call(name: string, args: object): Promise<{ status: number; text: string }> {
    const { owner } = own.tenant;
    if (transport === 'REST') {
      const response = await owner.rpc(name, args);
      return { status: response.status, text: await response.text() };
    }
    const headers = { apikey: TEST_ANON_KEY, authorization: `Bearer ${owner.token}` };
    const { status, data, message } = await callTrpc(service, name, args, headers);
    return { status, text: JSON.stringify(data ?? message ?? null) };
  }

  test.each(ARGUMENTS)('%s takes %s in capitals', async (name, argument) => {
    const id = IDS[argument]?.(own, name) ?? '';
    const args = (given: string) => ({ ...PROCEDURES[name]?.args?.(own), [argument]: given });
    const answer = await call(name, args(id.toUpperCase()));
    expect([200, 204], answer.text).toContain(answer.status);
    expect(answer.text).not.toContain(id.toUpperCase());
    if (isRead(name)) expect(answer).toEqual(await call(name, args(id)));
  });
});

function isRead(name: string): boolean {
  return Reflect.get(Reflect.get(appRouter._def.procedures, name), '_def').type === 'query';
}

describe.each(['app_id', 'team_id'] as const)('analytics takes %s in capitals', (parameter) => {
  test.each(RESOURCES)('for $name', async ({ name: resource }) => {
    const { owner, accountId: _, ...ids } = world.tenant;
    const id = parameter === 'app_id' ? ids.appId : ids.teamId;
    const ask = async (given: string) =>
      (await owner.get(`/v1/analytics?${new URLSearchParams({ resource, [parameter]: given })}`)).json();
    const expected = await ask(id);
    expect(JSON.stringify(expected)).toMatch(
      /"(total_installs|total|installs|payment_count|count)":[1-9]|_id":"/,
    );
    expect(await ask(id.toUpperCase())).toEqual(expected);
    const headers = { apikey: TEST_ANON_KEY, authorization: `Bearer ${owner.token}` };
    const typed = await callTrpc(
      service,
      `analytics.${resource}`,
      { [parameter]: id.toUpperCase() },
      headers,
    );
    expect(typed).toEqual({ status: 200, data: expected });
  });
});

test('generate-key accepts an app id in capitals, and returns it in lowercase', async () => {
  const { owner, appId } = world.tenant;
  const response = await owner.post('/v1/generate-key', { app_id: appId.toUpperCase() });
  expect(await response.json()).toMatchObject({ app_id: appId, api_key: expect.stringMatching(/^svc_/) });
});

test.each([
  ['of another version', '2f2eaaaa-1111-1111-8111-abcdefabcdef'],
  ['in braces', '{2f2eaaaa-1111-4111-8111-abcdefabcdef}'],
  ['without hyphens', '2f2eaaaa111141118111abcdefabcdef'],
  ['with white space', '2f2eaaaa-1111-4111-8111-abcdefabcdef '],
])('an id %s is none', async (_name, id) => {
  const response = await world.tenant.owner.rpc('list_apps', { p_app_id: id });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: 'p_app_id: must be a UUID (version 4)' });
});
