/** Compresses with the browser's own CompressionStream; undefined if it has none. */
export async function gzipStream(body: Uint8Array): Promise<Uint8Array | undefined> {
  if (typeof CompressionStream === 'undefined') return undefined;
  // The declared type excludes shared buffers.
  const stream = new Blob([body as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
