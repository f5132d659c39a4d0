import type { Hono } from 'hono';
import { AppError } from '../errors.ts';
import { renderError } from '../http/answers/render-error.ts';
import { setHeader } from '../http/answers/set-header.ts';
import type { AppEnv } from '../http/function-route.ts';
import { readJsonObject } from '../http/requests/read-body.ts';
import { admitCaller } from '../procedures/admit-caller.ts';
import { SpooledDocument } from '../procedures/spooled-document.ts';
import { createRpcCaller, isProcedure } from '../router.ts';
import type { Services } from '../services.ts';
import { toAppError } from '../to-app-error.ts';
import { callContext, credentialsOf } from './call-context.ts';
import { documentResponse } from './stream-documents.ts';

/**
 * The REST transport of the procedures: `POST /rest/v1/rpc/{procedure}`, arguments as a JSON object, returning the bare
 * value.
 */
export function mountRpc(app: Hono<AppEnv>, services: Services): void {
  app.all('/rest/v1/rpc/:procedure', async (c) => {
    // Some answers hold a secret that is shown once, and all are of one account.
    setHeader(c, 'Cache-Control', 'no-store');
    try {
      const name = c.req.param('procedure');
      if (!isProcedure(name)) throw new AppError('NOT_FOUND', 'no such procedure');
      if (c.req.method !== 'POST') {
        c.header('Allow', 'POST');
        throw new AppError('METHOD_NOT_ALLOWED', `${c.req.method} is not allowed here`);
      }
      const admission = await admitCaller(services, credentialsOf(c));
      const call = createRpcCaller(callContext(c, services, admission))[name];
      // Whoever is not admitted is refused by the procedure, and their body is not read.
      const answer = await call(admission.admitted ? await readJsonObject(c) : {});
      if (answer instanceof SpooledDocument) return documentResponse(answer);
      return answer === undefined ? c.body(null, 204) : c.json(answer);
    } catch (thrown) {
      return renderError(c, toAppError(thrown), { message: true });
    }
  });
}
