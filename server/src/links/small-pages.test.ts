import { describe, expect, test } from 'vitest';
import { PAGE_POLICY } from '../platform/http/answers/render-page.ts';
import { addVerifiedDomain } from './domains/testing/add-verified-domain.ts';
import { useDomains } from './domains/testing/use-domains.ts';
import { visitHost } from './domains/testing/visit-host.ts';

const { at, outside, service, tenant } = useDomains();

describe('a small page', () => {
  test.each([
    ['for a paused link', '/paused', 200],
    ['for a link that does not exist', '/l/no-such-link', 404],
    ['for the code of one', '/l/no-such-link/qr', 404],
    ['for one by its long form', '/v1/deep-link?slug=no-such-link', 404],
  ])('%s runs nothing and stands in no frame', async (_what, path, status) => {
    const answer = await service.request(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=UTF-8']);
    expect(answer.headers.get('content-security-policy')).toBe(PAGE_POLICY);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each(['/', '/no-such-link', '/l/no-such-link', '/console', '/paused'])(
    'of a domain does neither: %s',
    async (path) => {
      await addVerifiedDomain(tenant, outside, at.host);
      const answer = await visitHost(service, at.host, path);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
      expect(answer.headers.get('content-security-policy')).toBe(PAGE_POLICY);
    },
  );
});
