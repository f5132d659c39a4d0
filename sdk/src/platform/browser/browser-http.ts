import { fetchHttp } from '../fetch-http.ts';
import type { HttpRequest, HttpResponse } from '../platform.ts';

/** Sends a request by `fetch`, or as a beacon where `fetch` cannot outlive the page. */
export async function browserHttp(request: HttpRequest): Promise<HttpResponse> {
  if (!request.keepalive || 'keepalive' in Request.prototype) return fetchHttp(request);
  const body = new Blob([request.body as BlobPart], { type: 'text/plain' });
  navigator.sendBeacon(request.url, body);
  // A beacon has none.
  return Promise.reject();
}
