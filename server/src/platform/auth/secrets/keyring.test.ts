import { describe, expect, test } from 'vitest';
import { createKeyring } from './keyring.ts';

const OLD = 'old-service-secret-0123456789abcdef0';
const NEW = 'new-service-secret-0123456789abcdef0';
const keyring = createKeyring({ serviceSecret: OLD, previousServiceSecret: undefined });

describe('a sealed secret', () => {
  test('opens again for its purpose and row', () => {
    const sealed = keyring.seal('app-signing-secret', 'row-1', 'plain text é');
    expect(keyring.open('app-signing-secret', 'row-1', sealed)).toBe('plain text é');
    expect(sealed).not.toContain('plain');
  });

  test('is another text each time', () => {
    const seal = () => keyring.seal('app-signing-secret', 'row-1', 'same');
    expect(seal()).not.toBe(seal());
  });

  test('does not open for another row or purpose', () => {
    const sealed = keyring.seal('app-signing-secret', 'row-1', 's');
    expect(() => keyring.open('app-signing-secret', 'row-2', sealed)).toThrow();
    expect(() => keyring.open('ad-network-credential', 'row-1', sealed)).toThrow();
  });

  test('does not open after any byte was changed', () => {
    const sealed = keyring.seal('app-signing-secret', 'row-1', 's');
    const last = sealed.at(-1) === 'A' ? 'Q' : 'A';
    for (const broken of [sealed.slice(0, -1) + last, sealed.slice(0, -4), '', 'x.y']) {
      expect(() => keyring.open('app-signing-secret', 'row-1', broken)).toThrow();
    }
  });

  test('opens under the previous secret while a rotation runs, and is known to be stale', () => {
    const sealed = keyring.seal('app-signing-secret', 'row-1', 's');
    const rotated = createKeyring({ serviceSecret: NEW, previousServiceSecret: OLD });
    expect(rotated.open('app-signing-secret', 'row-1', sealed)).toBe('s');
    expect(sealed.startsWith(rotated.sealsBeginWith)).toBe(false);
    expect(rotated.seal('app-signing-secret', 'row-1', 's').startsWith(rotated.sealsBeginWith)).toBe(true);
    const later = createKeyring({ serviceSecret: NEW, previousServiceSecret: undefined });
    expect(() => later.open('app-signing-secret', 'row-1', sealed)).toThrow(/SERVICE_SECRET/);
  });
});
