import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useReachable } from '../http/reachable.ts';
import { ServiceError } from '../http/service-error.ts';
import { ErrorState } from '../parts/error-state.tsx';

/** Instead of a page that could not be shown. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  useWhenBack(again);
  return (
    <main id="main" className="page" tabIndex={-1}>
      <h1>This page could not be shown</h1>
      <ErrorState error={toldOf(error)} onRetry={again} />
    </main>
  );
}

/** Whatever no request has failed with is a fault of the page itself. */
const toldOf = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError('Something in this page went wrong.', 500);

/** Does something once the service is back after it was away. */
function useWhenBack(act: () => void): void {
  const reachable = useReachable();
  const before = useRef(reachable);
  useEffect(() => {
    if (reachable && !before.current) act();
    before.current = reachable;
  });
}
