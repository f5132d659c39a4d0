import { createCoreClient } from '../../core.ts';

// What an app loads that adds nothing to the core of a client.
Object.assign(globalThis, { createCoreClient });
