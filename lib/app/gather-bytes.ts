import { freeBuffer } from './free-buffer.ts';

/** The memory that is reserved at first. The system gives it when it is used. */
const expectedBytes = 11 * 1024 * 1024;

/** Reads a stream into one piece of memory of its own: joining its chunks would take twice their length. */
export const gatherBytes = async (chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  let bytes = Buffer.allocUnsafeSlow(expectedBytes);
  let length = 0;
  for await (const chunk of chunks) {
    if (length + chunk.length > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (length + chunk.length));
      larger.set(bytes.subarray(0, length));
      freeBuffer(bytes);
      bytes = larger;
    }
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.subarray(0, length);
};
