import { beforeEach, expect } from 'vitest';
import { captureLog } from '../../../testing/capture-log.ts';
import { perSuite } from '../../../testing/per-suite.ts';
import { freshAddress, signUp } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';

interface Asked {
  readonly method?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly token?: string;
  readonly type?: string;
}

/** Runs the app with a captured log and one person signed up, and sends requests to its sign-in endpoints. */
export function useSignIn() {
  const captured = captureLog('debug');
  const service = useService({ log: captured.log, realPasswords: true });
  const person = perSuite(() => signUp(service));
  beforeEach(() => captured.clear());

  function ask(path: string, { method = 'POST', body, token, type = 'application/json' }: Asked = {}) {
    return service.request(`/api/auth${path}`, {
      method,
      headers: {
        'content-type': type,
        'x-forwarded-for': freshAddress(),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body }),
    });
  }

  /** A clear client error, and nothing that would alert an operator. */
  async function expectClear(response: Response, what: string): Promise<void> {
    const text = await response.text();
    expect(response.status, `${what}: ${text}`).toBeLessThan(500);
    if (response.status >= 400) expect(JSON.parse(text), what).toMatchObject({ error: expect.any(String) });
    const loud = captured.lines().filter(({ level }) => level > 30);
    expect(loud, what).toEqual([]);
    captured.clear();
  }

  return { captured, service, person, ask, expectClear };
}
