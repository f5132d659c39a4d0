import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ServiceError } from '../http/service-error.ts';
import type { InputOf, OutputOf, ReadName } from './procedures.ts';
import { questionOf } from './question.ts';

/** When to ask. */
export interface ReadOptions {
  /** False: nothing is asked for. */
  readonly enabled?: boolean;
  /** Asks again so often, in ms. */
  readonly every?: number;
}

/**
 * Reads by a procedure for a component. What is shown stays while other arguments are fetched.
 *
 * @example const apps = useRead('list_apps', { p_limit: 100 });
 */
export function useRead<Name extends ReadName>(
  name: Name,
  input: InputOf<Name>,
  { enabled = true, every }: ReadOptions = {},
): UseQueryResult<OutputOf<Name>, ServiceError> {
  return useQuery<OutputOf<Name>, ServiceError>({
    ...questionOf(name, input),
    enabled,
    placeholderData: keepPreviousData,
    ...(every !== undefined && { refetchInterval: every }),
  });
}
