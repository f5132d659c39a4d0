import type { TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc';
import type { ErrorCode } from '../../errors/errors.ts';

/** A failed call, as tRPC clients read it; named, so that the client's declarations have it once. */
export interface ErrorShape {
  /** A sentence for people: it names what is wrong. */
  message: string;
  code: TRPC_ERROR_CODE_NUMBER;
  data: {
    code: TRPC_ERROR_CODE_KEY;
    httpStatus: number;
    /** The feature that the account's plan lacks. */
    feature?: string;
    /** With `feature`: why it was refused. */
    reason?: ErrorCode;
  };
}
