import { answerOf } from './answer-of.ts';
import { TEST_ANON_KEY, type TestService } from './test-service.ts';
import type { Person } from './test-tenant.ts';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a procedure answers, as tests read it.
  readonly body: any;
}

/** Calls procedures over REST as a person, by one instance after the other. */
export function takeTurns(instances: readonly TestService[]) {
  let turn = 0;
  return async (who: Person, name: string, args: object = {}): Promise<Answer> => {
    const instance = instances[turn++ % instances.length] as TestService;
    return answerOf(
      instance.request(`/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: TEST_ANON_KEY,
          authorization: `Bearer ${who.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(args),
      }),
    );
  };
}
