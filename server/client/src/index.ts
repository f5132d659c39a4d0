export { TRPCClientError } from '@trpc/client';
export type { AppRouter } from '../../src/api/router.ts';
export {
  createTributaryClient,
  type TributaryClient,
  type TributaryClientOptions,
} from './create-tributary-client.ts';
export type { Inputs, Outputs } from './procedure-types.ts';
