import { AppError } from '../errors.ts';
import type { FunctionRoute } from '../http/function-route.ts';
import { addressKey } from '../http/rate-limit.ts';
import { readRemoteConfig } from '../sdk-config/read-remote-config.ts';
import type { Services } from '../services.ts';
import { hashKey, isKeyShaped } from './issue-key.ts';

interface KeyRow {
  app_id: string;
  customer_id: string;
  signing_secret: string;
}

const FIND_USABLE_KEY = `
  select apps.id as app_id, apps.customer_id, apps.signing_secret
  from api_keys
  join apps on apps.id = api_keys.app_id
  join accounts on accounts.id = apps.customer_id
  where api_keys.key_hash = $1 and api_keys.revoked_at is null
    and apps.active and apps.deleted_at is null and accounts.active`;

/** `GET /v1/resolve-key` (contract): what an SDK needs to sign and send, for the key it was given. */
export const resolveKeyRoute: FunctionRoute = {
  path: 'resolve-key',
  cors: true,
  methods: {
    GET: async (c, services) => {
      await services.limits.resolveKeyPerAddress.consume(addressKey(c.var.clientAddress));
      const key = await findUsableKey(services, c.req.header('x-service-api-key'));
      const config = await configOrNothing(services, key.customer_id, c.var.requestId);
      c.header('Cache-Control', 'no-store');
      return c.json({
        customer_id: key.customer_id,
        app_id: key.app_id,
        sdk_secret: services.keyring.open('app-signing-secret', key.app_id, key.signing_secret),
        ...(config && { config }),
      });
    },
  },
};

async function findUsableKey(services: Services, given: string | undefined): Promise<KeyRow> {
  if (given === undefined || given === '')
    throw new AppError('AUTH_ERROR', 'the X-Service-Api-Key header is missing');
  if (!isKeyShaped(given)) throw new AppError('AUTH_ERROR', 'the key is malformed');
  const { rows } = await services.workPool.query<KeyRow>({
    name: 'find-usable-key',
    text: FIND_USABLE_KEY,
    values: [hashKey(given)],
  });
  // Unknown, revoked and inactive read alike: a guesser learns nothing.
  if (!rows[0]) throw new AppError('AUTH_ERROR', 'the key is invalid or revoked, or its app is inactive');
  return rows[0];
}

/** An SDK without remote configuration keeps its built-in defaults; without its secret it could not work at all. */
async function configOrNothing(services: Services, customerId: string, requestId: string) {
  try {
    return await readRemoteConfig(services.workPool, customerId);
  } catch (err) {
    services.log.warn({ err, requestId, customerId }, 'remote configuration could not be read');
    return null;
  }
}
