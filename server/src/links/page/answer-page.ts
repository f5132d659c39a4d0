import { gzipSync } from 'node:zlib';
import { chooseEncoding } from '../../platform/http/answers/choose-encoding.ts';
import type { KnownLink } from '../follow/directory/known-link.ts';
import type { LandingVisit } from '../follow/landing-visit.ts';
import { chooseLanguage } from '../page-content/languages.ts';
import type { PageContent } from '../page-content/page-content.ts';
import { keptQrCode } from './kept-qr-codes.ts';
import { pageActions } from './page-actions.ts';
import { pagePolicy } from './page-policy.ts';
import { renderLandingPage } from './render-landing-page.ts';

interface PageRequest {
  /** The link's own address. */
  readonly url: string;
  readonly acceptLanguage: string | undefined;
  readonly acceptEncoding: string | undefined;
  readonly requestId: string;
}

/** Up to that many bytes a page arrives in the first round trip, packed or not; packing it takes longer than making it. */
const MAX_UNPACKED = 8192;
/** Fast, and within a few per cent of the smallest. */
const LEVEL = 4;

/** Answers a visit with the landing page of its link. */
export async function answerPage(visit: LandingVisit, request: PageRequest): Promise<Response> {
  const { link, visitor, clickId, code } = visit;
  const { url } = request;
  const content = readContent(link);
  const isDesktop = visitor.platform === 'desktop' && visitor.machine === null;
  const html = renderLandingPage({
    content,
    language: chooseLanguage(request.acceptLanguage),
    actions: pageActions({ link, content, visitor, clickId, url }),
    url,
    qrCode: isDesktop ? await keptQrCode(url) : null,
    code,
  });
  const plain = Buffer.from(html);
  const isPacked = plain.length > MAX_UNPACKED && chooseEncoding(request.acceptEncoding, ['gzip']) === 'gzip';
  const body = isPacked ? new Uint8Array(gzipSync(plain, { level: LEVEL })) : plain;
  return new Response(body, {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(body.byteLength),
      ...(isPacked && { 'content-encoding': 'gzip' }),
      'content-security-policy': pagePolicy(content.image),
      'cache-control': 'no-store',
      vary: 'Accept-Encoding, Accept-Language, User-Agent',
      'referrer-policy': 'no-referrer',
      'x-request-id': request.requestId,
      'x-content-type-options': 'nosniff',
    },
  });
}

function readContent({ page }: KnownLink): PageContent {
  const content: PageContent = JSON.parse(page?.content ?? '{}');
  return { ...content, image: content.image === null ? null : new URL(content.image).href };
}
