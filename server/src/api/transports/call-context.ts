import type { Context } from 'hono';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { type Admission, callerReader } from '../../platform/http/procedures/admit-caller.ts';
import type { CallContext } from '../../platform/http/procedures/procedure.ts';
import type { Services } from '../../platform/services.ts';

/**
 * The context of a procedure call, from an HTTP request.
 *
 * @param admission where the caller was looked at before the body was read.
 */
export function callContext(c: Context<AppEnv>, services: Services, admission?: Admission): CallContext {
  return {
    services,
    apikey: c.req.header('apikey'),
    readCaller: callerReader(services, c.req.header('authorization'), admission),
    clientAddress: c.get('clientAddress'),
    requestId: c.get('requestId'),
    signal: c.req.raw.signal,
    noteAccount: (accountId) => c.set('accountId', accountId),
    noteDocument: (document) => c.set('documents', [...(c.get('documents') ?? []), document]),
  };
}

/** The headers that say who calls a procedure. */
export function credentialsOf(c: Context<AppEnv>) {
  return { apikey: c.req.header('apikey'), authorization: c.req.header('authorization') };
}
