import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ServiceError } from '../http/service-error.ts';
import { change } from './call-service.ts';
import type { ChangeName, InputOf, OutputOf, ReadName } from './procedures.ts';

/**
 * Changes something for a component, and has what then reads differently fetched anew.
 *
 * @param refreshes the procedures whose answers change
 * @example const revoke = useChange('revoke_api_key', ['list_api_keys']);
 */
export function useChange<Name extends ChangeName>(
  name: Name,
  refreshes: readonly ReadName[],
): UseMutationResult<OutputOf<Name>, ServiceError, InputOf<Name>> {
  const queries = useQueryClient();
  return useMutation<OutputOf<Name>, ServiceError, InputOf<Name>>({
    mutationFn: (input) => change(name, input),
    onSuccess: () => Promise.all(refreshes.map((read) => queries.invalidateQueries({ queryKey: [read] }))),
  });
}
