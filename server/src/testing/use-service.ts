import { perSuite } from './per-suite.ts';
import { startTestService, type TestService, type TestServiceOptions } from './test-service.ts';

interface UseServiceOptions extends Omit<TestServiceOptions, 'databaseUrl'> {
  /** An instance whose database this one shares. */
  beside?: TestService;
}

/** Runs the app during the tests of the calling file or `describe`. */
export function useService({ beside, ...options }: UseServiceOptions = {}): TestService {
  return perSuite(
    () => startTestService(beside ? { ...options, databaseUrl: beside.databaseUrl } : options),
    (service) => service.close(),
  );
}
