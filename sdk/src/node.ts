import { createClient } from './client/create-client.ts';
import { onePerProgram } from './client/one-per-program.ts';
import { createInertPlatform } from './platform/create-inert-platform.ts';
import { createNodePlatform, type NodeContext } from './platform/node/create-node-platform.ts';

export { IllegalStateException } from './client/illegal-state-exception.ts';
export type { EventMap, WithEvents } from './client/with-events.ts';
export { createNodePlatform, type NodeContext } from './platform/node/create-node-platform.ts';

/**
 * Creates another client, for a process that represents several installations. Without a directory it records nothing: a
 * page's code resolves to this entry where it is rendered on a server, and passes what a page has.
 */
export const createNodeClient = () =>
  createClient((context: NodeContext) =>
    context.directory ? createNodePlatform(context) : createInertPlatform('the context has no directory'),
  );

/** The client of the Node program. */
export const Tributary = onePerProgram('node', createNodeClient);
