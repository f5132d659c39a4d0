import type { HttpRequest, HttpResponse } from './platform.ts';

/** Sends a request with the runtime's `fetch`; rejects if no answer comes in time. */
export async function fetchHttp(request: HttpRequest): Promise<HttpResponse> {
  // Not AbortSignal.timeout, which not every runtime has.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), request.timeoutMs);
  try {
    const response = await globalThis.fetch(request.url, {
      // The declared type excludes shared buffers.
      ...(request as RequestInit),
      signal: controller.signal,
      credentials: 'omit',
      cache: 'no-store',
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after') ?? undefined,
      text: await response.text(),
    };
  } finally {
    clearTimeout(timer);
  }
}
