type Bytes = Uint8Array<ArrayBuffer>;

const bufferLength = 64 * 1024;

interface PieceReader {
  reader: { cancel(): Promise<void> };
  read: (before: Bytes | undefined) => Promise<ReadableStreamReadResult<Bytes>>;
}

/** Reads into one buffer again and again. @throws TypeError for a stream that brings its own buffers. */
const intoOneBuffer = (stream: ReadableStream<Bytes>): PieceReader => {
  const reader = stream.getReader({ mode: 'byob' });
  const read = async (before: Bytes | undefined): Promise<ReadableStreamReadResult<Bytes>> => {
    const { done, value } = await reader.read(
      new Uint8Array(before?.buffer ?? new ArrayBuffer(bufferLength)),
    );
    return done || value === undefined ? { done: true, value: undefined } : { done: false, value };
  };
  return { reader, read };
};

const readerOf = (stream: ReadableStream<Bytes>): PieceReader => {
  try {
    return intoOneBuffer(stream);
  } catch {
    const reader = stream.getReader();
    return { reader, read: () => reader.read() };
  }
};

/** Yields the pieces of a stream, each valid until the next one. New buffers would pile up faster than they are freed. */
export async function* piecesOf(stream: ReadableStream<Bytes>): AsyncGenerator<Bytes, void> {
  const { reader, read } = readerOf(stream);
  try {
    for (let piece: Bytes | undefined; ;) {
      const { done, value } = await read(piece);
      if (done) return;
      yield value;
      piece = value;
    }
  } finally {
    // Whoever stops early does not need the rest.
    reader.cancel().catch(() => undefined);
  }
}
