/**
 * Yields chunks and frees each one once the next is requested, when it has been written: nothing else would make the
 * garbage collector run. A chunk that shares its buffer with others is left to it.
 */
export async function* freedChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    yield chunk;
    const { buffer } = chunk;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
  }
}
