import { expect, test } from 'vitest';
import { useService } from '../../../testing/use-service.ts';

const service = useService();

test('gives every answer its own id', async () => {
  const ids = [];
  for (const path of ['/healthz', '/nowhere', '/v1/resolve-key']) {
    ids.push((await service.request(path)).headers.get('x-request-id'));
  }
  expect(new Set(ids).size).toBe(3);
});

test('counts answers by route, never by what a client made up', async () => {
  await service.request('/functions/v1/resolve-key', { method: 'DELETE' });
  await service.request('/rest/v1/rpc/made-up-procedure', { method: 'POST' });
  await service.request('/made-up-path', { method: 'FROB' });
  const metrics = await (await service.request('/metrics')).text();
  expect(metrics).toMatch(/_count\{method="DELETE",route="\/functions\/v1\/resolve-key",status="405"\} 1/);
  expect(metrics).toMatch(/_count\{method="POST",route="\/rest\/v1\/rpc\/:procedure",status="404"\} 1/);
  expect(metrics).toMatch(/_count\{method="other",route="unmatched",status="404"\} 1/);
  expect(metrics).not.toMatch(/made-up|FROB/);
});
