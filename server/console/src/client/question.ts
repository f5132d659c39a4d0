import { queryOptions } from '@tanstack/react-query';
import type { ServiceError } from '../http/service-error.ts';
import { read } from './call-service.ts';
import type { InputOf, OutputOf, ReadName } from './procedures.ts';

/** What a page asks for by a procedure that reads. */
export type Question = { [Name in ReadName]: readonly [Name, InputOf<Name>] }[ReadName];

/** A procedure and its arguments as the cache of answers knows them: two who ask the same get one answer. */
export function questionOf<Name extends ReadName>(name: Name, input: InputOf<Name>) {
  return queryOptions<OutputOf<Name>, ServiceError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => read(name, input, signal),
  });
}
