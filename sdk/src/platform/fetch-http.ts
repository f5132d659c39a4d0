import type { HttpRequest, HttpResponse } from './platform.ts';

/** Sends a request with the `fetch` that the runtime has; rejects when no answer came in time. */
export async function fetchHttp(request: HttpRequest): Promise<HttpResponse> {
  // A controller of its own: not every runtime has AbortSignal.timeout.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), request.timeoutMs);
  try {
    // Bytes are copied out because the declared body type wants a buffer that is not shared.
    const response = await globalThis.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      signal: controller.signal,
      credentials: 'omit',
      cache: 'no-store',
      ...(request.body ? { body: new Uint8Array(request.body) } : {}),
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
