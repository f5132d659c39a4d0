import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/**
 * Creates a value before the tests of the calling file or `describe`, and disposes of it after them. The result can be
 * passed around at once; its members can be read in tests and hooks.
 */
export function perSuite<T extends object>(make: () => Promise<T>, dispose?: (made: T) => Promise<void>): T {
  return madeBetween(beforeAll, afterAll, make, dispose);
}

/** Like `perSuite`, with a separate value for each test. */
export function perTest<T extends object>(make: () => Promise<T>, dispose?: (made: T) => Promise<void>): T {
  return madeBetween(beforeEach, afterEach, make, dispose);
}

type Hook = (act: () => Promise<void>) => void;

/** Returns a stand-in for the value created last, so that no test file has to assign variables in hooks. */
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
      throw new Error('This is created before the first test; read it in tests and hooks only.');
    return made;
  };
  return new Proxy({} as T, {
    get: (_, name) => {
      const member: unknown = Reflect.get(current(), name);
      // A class's method has to be called on its own object.
      return typeof member === 'function' ? member.bind(current()) : member;
    },
    set: () => false,
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name),
  });
}
