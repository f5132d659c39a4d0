import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('GET /sdk.js', () => {
  test('is one module for pages of any origin, with nothing of Node in it', async () => {
    const response = await service.request('/sdk.js');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const code = await response.text();
    expect(code).toMatch(/export\{.*Tributary.*\}/);
    expect(code).not.toMatch(/from\s*["']/);
    expect(code).not.toContain('node:');
  });

  test('is not sent again to a client that has it', async () => {
    const etag = (await service.request('/sdk.js')).headers.get('etag') ?? '';
    const again = await service.request('/sdk.js', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });
});
