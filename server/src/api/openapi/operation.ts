import type { RouteFacts } from '../../platform/http/route-facts.ts';

/** How the body of a failure looks: see platform/http/answers/render-error.ts. */
export type ErrorShape = 'plain' | 'withMessage' | 'withCode' | 'signIn';

/** An operation of the interface, however it is mounted. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'delete';
  /** As in OpenAPI, with its parameters in braces. */
  readonly path: string;
  readonly facts: RouteFacts;
  readonly errors: ErrorShape;
  /** Optional members that the example of its body has beside the required ones. */
  readonly shows?: readonly string[];
}
