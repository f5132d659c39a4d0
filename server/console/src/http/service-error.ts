/** A request that the service refused, in its own words. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** 0 where it could not be reached. */
  readonly status: number;
  /** The field that its sentence names, without its `p_`; `rules.0.url` is inside another. */
  readonly field: string | null;
  /** The feature that the plan lacks. */
  readonly feature: string | null;

  constructor(message: string, status: number, feature: string | null = null) {
    const [, field, rest] = /^(?:p_)?([\w.]+): (.+)$/s.exec(message) ?? [];
    super(status === 400 && rest ? rest : message);
    this.status = status;
    this.field = status === 400 ? (field ?? null) : null;
    this.feature = feature;
  }
}

/** Whatever a request failed with, as one kind of error. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const data = dataOf(error);
  if (data) return new ServiceError((error as Error).message, data.httpStatus, data.feature ?? null);
  return new ServiceError('The service cannot be reached.', 0);
}

/** What a change failed with. One whose answer was lost may have been done, and is never sent again by itself. */
export function toChangeError(error: unknown): ServiceError {
  const told = toServiceError(error);
  return told.status === 0 ? new ServiceError(LOST_CHANGE, 0) : told;
}

const LOST_CHANGE =
  'The service cannot be reached. This was not done, unless only its answer was lost: look here before you do it again.';

interface ErrorData {
  readonly httpStatus: number;
  readonly feature?: string;
}

/** What tRPC's errors carry, by their shape: whoever signs in has not loaded tRPC. */
function dataOf(error: unknown): ErrorData | undefined {
  if (!(error instanceof Error) || !('data' in error)) return undefined;
  const { data } = error;
  const isData = typeof data === 'object' && data !== null && 'httpStatus' in data;
  return isData ? (data as ErrorData) : undefined;
}
