import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { toServiceError } from '../http/service-error.ts';
import { ErrorState } from '../parts/error-state.tsx';

/** Instead of a page that could not be shown. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <main id="main" className="page" tabIndex={-1}>
      <h1>This page could not be shown</h1>
      <ErrorState error={toServiceError(error)} onRetry={again} />
    </main>
  );
}
