import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/**
 * Makes a value before the tests of the file, or of the `describe`, in which this is called, and disposes of it after
 * them. The result may be passed on at once; its members can be read in tests and hooks.
 */
export function perSuite<T extends object>(make: () => Promise<T>, dispose?: (made: T) => Promise<void>): T {
  return madeBetween(beforeAll, afterAll, make, dispose);
}

/** As `perSuite`, with a value of its own for each test. */
export function perTest<T extends object>(make: () => Promise<T>, dispose?: (made: T) => Promise<void>): T {
  return madeBetween(beforeEach, afterEach, make, dispose);
}

type Hook = (act: () => Promise<void>) => void;

/** Stands for the value that was made last, so that no test file has to assign a variable in a hook. */
function madeBetween<T extends object>(
  before: Hook,
  after: Hook,
  make: () => Promise<T>,
  dispose?: (made: T) => Promise<void>,
): T {
  let made: T | undefined;
  before(async () => {
    made = await make();
  });
  after(async () => {
    if (made) await dispose?.(made);
    made = undefined;
  });
  const current = (): T => {
    if (made === undefined)
      throw new Error('This is made before the first test: read it in tests and hooks.');
    return made;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(current(), name),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name),
  });
}
