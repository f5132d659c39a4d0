import type { ReactNode } from 'react';
import type { ServiceError } from '../http/service-error.ts';
import { ErrorState } from './error-state.tsx';

/** The part of a query that says how it stands. */
export interface Loading<Data> {
  readonly data: Data | undefined;
  readonly error: ServiceError | null;
  refetch(): unknown;
}

interface LoadedProps<Data> {
  readonly of: Loading<Data>;
  readonly children: (data: Data) => ReactNode;
}

/**
 * Decides between loading, failed and shown. What is shown stays while it is fetched anew.
 *
 * @example <Loaded of={links}>{(items) => <DataTable rows={items} … />}</Loaded>
 */
export function Loaded<Data>({ of: { data, error, refetch }, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <p className="waiting" role="status">
      Loading…
    </p>
  );
}
