import type { SdkResponse, Transport } from '../../network/exchange.ts';

/**
 * Resolves each key once for all devices: an address may resolve 30 keys a minute, and all of them are behind this one.
 * A resolution that fails is not kept, so that the next device asks again.
 */
export function resolvingOnce(send: Transport): Transport {
  const resolutions = new Map<string, Promise<SdkResponse>>();

  function resolve(key: string, sending: Promise<SdkResponse>): Promise<SdkResponse> {
    const forget = () => resolutions.delete(key);
    resolutions.set(key, sending);
    sending.then(({ status }) => status === 200 || forget(), forget);
    return sending;
  }

  return (request) => {
    const key = request.headers['x-service-api-key'];
    if (!new URL(request.url).pathname.endsWith('/resolve-key') || key === undefined) return send(request);
    return resolutions.get(key) ?? resolve(key, send(request));
  };
}
