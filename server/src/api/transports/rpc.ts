import type { Hono } from 'hono';
import { AppError } from '../../platform/errors/errors.ts';
import { toAppError } from '../../platform/errors/to-app-error.ts';
import { renderError } from '../../platform/http/answers/render-error.ts';
import { setHeader } from '../../platform/http/answers/set-header.ts';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { admitCaller } from '../../platform/http/procedures/admit-caller.ts';
import { SpooledDocument } from '../../platform/http/procedures/spooled-document.ts';
import { readJsonObject } from '../../platform/http/requests/read-body.ts';
import type { Services } from '../../platform/services.ts';
import { createRpcCaller, isProcedure } from '../router.ts';
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
