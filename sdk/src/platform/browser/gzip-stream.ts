/** Compresses with the browser's own CompressionStream; rejects if it has none. */
export async function gzipStream(body: Uint8Array): Promise<Uint8Array> {
  // The declared type excludes shared buffers.
  const stream = new Blob([body as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
