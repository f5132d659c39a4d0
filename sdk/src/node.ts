import { createClient } from './client/create-client.ts';
import { createNodePlatform } from './platform/node/create-node-platform.ts';

export { IllegalStateException } from './client/illegal-state-exception.ts';
export { createNodePlatform, type NodeContext } from './platform/node/create-node-platform.ts';

/** A client of its own, for a process that stands for several installations. */
export const createNodeClient = () => createClient(createNodePlatform);

/** The client of a Node program. */
export const Tributary = createNodeClient();
