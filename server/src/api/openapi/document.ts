import { TAGS } from '../../platform/http/procedures/procedure-facts.ts';
import { VERSION } from '../../platform/settings/version.ts';
import { FAILURE_SCHEMAS } from './failures.ts';
import type { Operation } from './operation.ts';
import { CONSOLE_OPERATIONS } from './operations/console-operations.ts';
import { FUNCTION_OPERATIONS } from './operations/function-operations.ts';
import { PLAIN_OPERATIONS } from './operations/plain-operations.ts';
import { PROCEDURE_OPERATIONS } from './operations/procedure-operations.ts';
import { SIGN_IN_OPERATIONS } from './operations/sign-in-operations.ts';
import type { SharedSchemas } from './schemas/json-schema.ts';
import { SECURITY_SCHEMES } from './security-schemes.ts';
import { toPathItem } from './to-path-item.ts';

/** Everything that the service answers, in the order of the document. */
const OPERATIONS: readonly Operation[] = [
  ...FUNCTION_OPERATIONS,
  ...PROCEDURE_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...CONSOLE_OPERATIONS,
  ...PLAIN_OPERATIONS,
];

const ABOUT =
  'A self-hosted service that attributes installs to clicks and reports on them. Times are Unix ms unless a member ' +
  'says otherwise; days are UTC. Ids are UUIDs (version 4), in any letter case. In arguments a member that is left out ' +
  'is the same as null, and an unknown one is a 400. The procedures are the same over tRPC, at `/trpc`.';

/** The OpenAPI document. Nothing in it depends on the configuration, and nothing in it is secret. */
export function buildDocument(): object {
  const shared: SharedSchemas = { ...FAILURE_SCHEMAS };
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS)
    paths[operation.path] = { ...paths[operation.path], [operation.method]: toPathItem(operation, shared) };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tributary',
      version: VERSION,
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: shared, securitySchemes: SECURITY_SCHEMES },
  };
}
