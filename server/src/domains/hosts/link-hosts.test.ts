import { expect, test } from 'vitest';
import { useService } from '../../testing/use-service.ts';

const service = useService();

test('a host longer than any name is nobody’s, and is neither asked for nor kept', async () => {
  const { hosts } = service.services;
  expect(hosts.find('a'.repeat(254))).toBeNull();
  expect(hosts.find(`${'a'.repeat(254)}:8080`)).toBeNull();
  const longest = hosts.find(`${'a.'.repeat(126)}b:8080`);
  expect(longest).toBeInstanceOf(Promise);
  expect(await longest).toBeNull();
});
