import { expect, test } from 'vitest';
import { useService } from '../../../testing/use-service.ts';

const service = useService();

test.each([
  'a'.repeat(254),
  `${'a'.repeat(254)}:8080`,
  'a\0b.example',
  'go.example.com/a',
  'bücher.example',
  '',
])('%j is no name: nobody’s, and neither asked for nor kept', async (host) => {
  expect(service.services.hosts.find(host)).toBeNull();
  const answer = await service.request(`/l/spring/qr?domain=${encodeURIComponent(host)}`);
  expect(answer.status).toBe(404);
});

test('the longest name is asked for', async () => {
  const { hosts } = service.services;
  const longest = hosts.find(`${'a.'.repeat(126)}b:8080`);
  expect(longest).toBeInstanceOf(Promise);
  expect(await longest).toBeNull();
});
