import type { Context } from 'hono';
import type { CallContext } from '../../procedures/procedure.ts';
import type { Services } from '../../services.ts';
import type { AppEnv } from '../function-route.ts';

/** The context of a procedure call, from an HTTP request. */
export function callContext(c: Context<AppEnv>, services: Services): CallContext {
  return {
    services,
    apikey: c.req.header('apikey'),
    authorization: c.req.header('authorization'),
    clientAddress: c.get('clientAddress'),
    requestId: c.get('requestId'),
    signal: c.req.raw.signal,
    noteAccount: (accountId) => c.set('accountId', accountId),
    noteDocument: (document) => c.set('documents', [...(c.get('documents') ?? []), document]),
  };
}
