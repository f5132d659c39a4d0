import { type SpooledDocument, streamOf } from '../../platform/http/procedures/spooled-document.ts';

const encoder = new TextEncoder();

/** A response that is a document. */
export function documentResponse(document: SpooledDocument): Response {
  return new Response(
    streamOf(document.chunks(), () => document.discard()),
    {
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'content-length': String(document.size),
      },
    },
  );
}

/**
 * The response with documents instead of their placeholders. What is around them is short; they are streamed. One whose
 * placeholder is not there, since its call failed afterwards, is discarded.
 *
 * @param documents those noted so far.
 * @param byLine the response comes line by line, and may be begun before its calls have made their documents.
 */
export async function withDocuments(
  response: Response,
  documents: () => readonly SpooledDocument[],
  byLine: boolean,
): Promise<Response> {
  const discard = () => Promise.all(documents().map((document) => document.discard()));
  if (byLine && response.body !== null)
    return new Response(streamOf(linesOf(response.body, documents), discard), response);
  if (documents().length === 0) return response;
  const parts = splitAt(await response.text(), documents());
  const unused = documents().filter((document) => !parts.includes(document));
  await Promise.all(unused.map((document) => document.discard()));
  const headers = new Headers(response.headers);
  headers.set('content-length', String(parts.reduce((sum, part) => sum + sizeOf(part), 0)));
  return new Response(streamOf(chunksOf(parts), discard), { status: response.status, headers });
}

/** A line holds the answer of one call, and is passed on once it is there as a whole. */
async function* linesOf(
  body: ReadableStream<Uint8Array>,
  documents: () => readonly SpooledDocument[],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held = '';
  for await (const text of body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)) {
    const end = text.lastIndexOf('\n') + 1;
    const lines = end === 0 ? '' : held + text.slice(0, end);
    held = end === 0 ? held + text : text.slice(end);
    if (lines !== '') yield* chunksOf(splitAt(lines, documents()));
  }
  if (held !== '') yield* chunksOf(splitAt(held, documents()));
}

type Part = Uint8Array<ArrayBuffer> | SpooledDocument;

function splitAt(text: string, documents: readonly SpooledDocument[]): Part[] {
  const found = documents
    .map((document) => ({ document, at: text.indexOf(document.placeholder) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at);
  const parts: Part[] = [];
  let from = 0;
  for (const { document, at } of found) {
    parts.push(encoder.encode(text.slice(from, at)), document);
    from = at + document.placeholder.length;
  }
  return [...parts, encoder.encode(text.slice(from))];
}

function sizeOf(part: Part): number {
  return part instanceof Uint8Array ? part.length : part.size;
}

async function* chunksOf(parts: readonly Part[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part;
    else yield* part.chunks();
  }
}
