import { perSuite } from './per-suite.ts';
import { startTestService, type TestService, type TestServiceOptions } from './test-service.ts';

interface UseServiceOptions extends Omit<TestServiceOptions, 'databaseUrl'> {
  /** Another instance, on whose database this one works as well. */
  beside?: TestService;
}

/** Runs the app for the tests of the file, or of the `describe`, that this is called in. */
export function useService({ beside, ...options }: UseServiceOptions = {}): TestService {
  return perSuite(
    () => startTestService(beside ? { ...options, databaseUrl: beside.databaseUrl } : options),
    (service) => service.close(),
  );
}
