import { NETWORKS } from './networks/networks.ts';

/** The formats of ad networks: all but the one that goes to the customer's own server. */
export const NATIVE_FORMATS: readonly string[] = NETWORKS.flatMap(({ origin, format }) =>
  origin === null ? [] : [format],
);
