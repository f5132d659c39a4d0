/** Tells the app's JavaScript of an event of the system. */
export type EmitEvent = (name: string, body: unknown) => void;

interface NativeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string> | readonly (readonly [string, string])[];
  readonly data: { readonly string?: string; readonly base64?: string };
  readonly responseType: string;
}

/** React Native's native parts of `fetch` on both systems: requests, and the blobs in which it takes their answers. */
export function createNativeNetworking(emit: EmitEvent) {
  const blobs = new Map<string, Buffer>();
  let requests = 0;

  async function send(requestId: number, request: NativeRequest): Promise<void> {
    const { method, url, headers, data, responseType } = request;
    const body = data.base64 === undefined ? data.string : Buffer.from(data.base64, 'base64');
    try {
      const list = Array.isArray(headers) ? headers : Object.entries(headers);
      const answer = await fetch(url, {
        method,
        headers: list as [string, string][],
        redirect: 'manual',
        ...(body !== undefined && method !== 'GET' && { body }),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      emit('didReceiveNetworkResponse', [requestId, answer.status, Object.fromEntries(answer.headers), url]);
      emit('didReceiveNetworkData', [
        requestId,
        responseType === 'blob' ? keep(bytes, requestId) : bytes.toString(),
      ]);
      emit('didCompleteNetworkResponse', [requestId, null, false]);
    } catch (error) {
      emit('didCompleteNetworkResponse', [requestId, String(error), false]);
    }
  }

  function keep(bytes: Buffer, requestId: number) {
    const blobId = `answer-${requestId}`;
    blobs.set(blobId, bytes);
    return { blobId, offset: 0, size: bytes.length, type: '', name: '' };
  }

  return {
    android: {
      sendRequest(
        method: string,
        url: string,
        requestId: number,
        headers: NativeRequest['headers'],
        data: NativeRequest['data'],
        responseType: string,
      ): void {
        void send(requestId, { method, url, headers, data, responseType });
      },
    },
    ios: {
      sendRequest(request: NativeRequest, callback: (requestId: number) => void): void {
        const requestId = ++requests;
        callback(requestId);
        void send(requestId, request);
      },
    },
    blobs: { getConstants: () => ({ BLOB_URI_SCHEME: 'content', BLOB_URI_HOST: null }) },
    files: {
      readAsText: async ({ blobId }: { blobId: string }) => blobs.get(blobId)?.toString() ?? '',
    },
  };
}
