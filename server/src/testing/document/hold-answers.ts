import type { Hono } from 'hono';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { findDeviation } from './find-deviation.ts';

/** What of an app's answers is not as the document says. */
export interface HeldAnswers {
  /** @throws Error naming each deviation since the last time. */
  check(): void;
}

/** Holds every answer of an app against the document, however it is asked. */
export function holdAnswers(app: Hono<AppEnv>): HeldAnswers {
  const deviations: string[] = [];
  const answer = app.fetch.bind(app);
  app.fetch = async (request, ...rest) => {
    const response = await answer(request, ...rest);
    const deviation = await findDeviation(request, response);
    if (deviation !== null) deviations.push(deviation);
    return response;
  };
  return {
    check() {
      const found = deviations.splice(0);
      if (found.length > 0) throw new Error(`Answers deviate from the document:\n${found.join('\n')}`);
    },
  };
}
