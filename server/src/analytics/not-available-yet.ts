import { AppError } from '../errors.ts';

/** Reads nothing: for a resource that has its place and cannot answer yet. @throws AppError NOT_FOUND */
export function notAvailableYet(resource: string): () => Promise<never> {
  return async () => {
    throw new AppError('NOT_FOUND', `${resource} is not available yet`);
  };
}
