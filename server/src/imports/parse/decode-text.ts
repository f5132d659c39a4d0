import { AppError } from '../../errors.ts';

/** Decodes UTF-8, without its byte order mark. @throws AppError VALIDATION_ERROR for anything else. */
export async function* decodeText(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new AppError('VALIDATION_ERROR', 'the file must be UTF-8');
  }
}
