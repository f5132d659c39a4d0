import { answerOf } from '../answer-of.ts';
import { TEST_ANON_KEY, type TestService } from '../test-service.ts';
import type { Person } from '../test-tenant.ts';

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** A page of a list, as far as tests read it. */
export interface ItemsBody {
  readonly items: readonly { readonly id: string; readonly status: string }[];
}

/** Calls procedures over REST as a person, by one instance after the other. `Body` is what the caller reads of the answer. */
export function takeTurns(instances: readonly TestService[]) {
  let turn = 0;
  return async <Body = unknown>(who: Person, name: string, args: object = {}): Promise<Answer<Body>> => {
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
