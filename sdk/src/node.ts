import { createClient } from './client/create-client.ts';
import { createNodePlatform } from './platform/node/create-node-platform.ts';

export { IllegalStateException } from './client/illegal-state-exception.ts';
export type { EventMap, WithEvents } from './client/with-events.ts';
export { createNodePlatform, type NodeContext } from './platform/node/create-node-platform.ts';

/** Creates another client, for a process that represents several installations. */
export const createNodeClient = () => createClient(createNodePlatform);

/** The client of the Node program. */
export const Tributary = createNodeClient();
