import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { ERRORS } from '../../platform/errors/errors.ts';
import { toAppError } from '../../platform/errors/to-app-error.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { watchApp } from './watch-app.ts';

/**
 * The events of an app as they arrive: a subscription over SSE, of the typed transport alone. `GET /v1/live-events` is
 * the same for other tools. Ends with an error within 5 s once the caller may not see the app any more.
 */
export const liveEvents = accountProcedure
  .input(z.strictObject({ p_app_id: uuid }))
  .subscription(async function* ({ ctx, input, signal = ctx.signal }) {
    try {
      const watched = await watchApp(
        { services: ctx.services, readCaller: ctx.readCaller, signal },
        input.p_app_id,
      );
      for await (const messages of watched.messages) yield* messages;
    } catch (thrown) {
      const error = toAppError(thrown);
      throw new TRPCError({ code: ERRORS[error.code].trpc, message: error.message, cause: error });
    }
  });
