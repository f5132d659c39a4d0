import { UnusableDatabaseError } from '@tributary/db/connect';
import { ConfigError } from '../../platform/settings/config.ts';

/** Names the variable to check if what it refers to cannot be used. @throws ConfigError */
export async function usable<Result>(variable: string, attempt: Promise<Result>): Promise<Result> {
  try {
    return await attempt;
  } catch (error) {
    const isOutside = error instanceof UnusableDatabaseError || (error instanceof Error && 'code' in error);
    if (!isOutside) throw error;
    throw new ConfigError(`${variable} cannot be used: ${error.message}`, { cause: error });
  }
}
