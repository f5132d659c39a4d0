import type { ServiceError } from '../http/service-error.ts';

interface ErrorStateProps {
  readonly error: ServiceError;
  onRetry?(): void;
}

/** Instead of what could not be fetched: what went wrong, and what to do. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  return (
    <div className="error-state" role="alert">
      <p>{error.message}</p>
      <p>{adviceFor(error)}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

function adviceFor({ status, feature }: ServiceError): string {
  if (feature) return 'Your plan does not have this. The page “Usage” shows what it has.';
  if (status === 0 || status >= 502)
    return 'It will be tried again by itself. If this lasts, ask whoever runs it.';
  if (status === 429) return 'Wait a minute, then try again.';
  if (status === 403) return 'Your role does not allow this. Ask an owner of the team.';
  if (status === 404) return 'It may have been removed, or belong to another account.';
  if (status >= 500) return 'This is a fault of the service. Try again, and tell whoever runs it.';
  return 'Change what was asked for, then try again.';
}
