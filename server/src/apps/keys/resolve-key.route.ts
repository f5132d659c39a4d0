import { z } from 'zod';
import { sealNetworkToken } from '../../platform/auth/secrets/network-token.ts';
import type { FunctionRoute } from '../../platform/http/function-route.ts';
import { maskedNetwork } from '../../platform/http/requests/masked-network.ts';
import { answersJson } from '../../platform/http/route-facts.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import type { Services } from '../../platform/services.ts';
import { isUuid } from '../../platform/values/is-uuid.ts';
import { readRemoteConfig } from '../sdk-config/read-remote-config.ts';
import { remoteConfig } from '../sdk-config/sdk-config-answer.ts';
import { findUsableKey } from './find-usable-key.ts';

const answer = z.object({
  customer_id: z.uuid(),
  app_id: z.uuid(),
  sdk_secret: z.string(),
  config: remoteConfig.optional().describe('Left out if its look-up failed: the SDK then keeps what it has.'),
  overridden: z
    .array(z.string())
    .optional()
    .describe('The names of the settings that the account overrides. Comes with `config`.'),
  network_token: z
    .string()
    .optional()
    .describe(
      'For the install event of the installation that `installation_id` names: seals from which network it was first ' +
        'opened. Valid for an install within an hour of it, for seven days.',
    ),
});

const query = z.object({
  installation_id: z
    .string()
    .optional()
    .describe('The SDK’s id of this installation; one that is no UUID is ignored.'),
});

export const resolveKeyRoute: FunctionRoute = {
  path: 'resolve-key',
  about: {
    tag: 'events',
    summary: 'Resolve an SDK key',
    description:
      'What an SDK needs to sign and send events, for its key: once per session of the SDK. At most 30 requests a ' +
      'minute from one address. 401 for a key that is missing, malformed, invalid or revoked, and where its app or ' +
      'account is inactive.',
    security: [['sdkKey']],
    query,
    answers: answersJson(answer),
    fails: ['RATE_LIMIT'],
  },
  cors: true,
  methods: {
    GET: async (c, services) => {
      await services.limits.resolveKeyPerAddress.consume(addressKey(c.get('clientAddress')));
      const key = await findUsableKey(services.workPool, c.req.header('x-service-api-key'));
      c.set('accountId', key.customer_id);
      const applied = await configOrNothing(services, key.customer_id, c.get('requestId'));
      c.header('Cache-Control', 'no-store');
      return c.json({
        customer_id: key.customer_id,
        app_id: key.app_id,
        sdk_secret: services.keyring.open('app-signing-secret', key.app_id, key.signing_secret),
        ...applied,
        ...networkToken(c.req.query('installation_id'), key.app_id, c.get('clientAddress'), services),
      });
    },
  },
};

/** Whoever does not say which installation it is gets what the contract lists, and nothing else. */
function networkToken(
  installationId: string | undefined,
  appId: string,
  address: string,
  { keyring, clock }: Services,
) {
  const network = maskedNetwork(address);
  if (installationId === undefined || !isUuid(installationId) || network === undefined) return {};
  const seen = { network, at: clock() };
  return { network_token: sealNetworkToken(keyring, appId, installationId.toLowerCase(), seen) };
}

/** Without remote configuration an SDK keeps its built-in defaults; without its secret it could not work at all. */
async function configOrNothing(services: Services, customerId: string, requestId: string) {
  try {
    return await readRemoteConfig(services.workPool, customerId);
  } catch (err) {
    services.log.warn({ err, requestId, customerId }, 'remote configuration could not be read');
    return null;
  }
}
