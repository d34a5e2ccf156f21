import { maxFrameBytes } from './sandbox-limits.ts';

/** The service and its sandbox talk in frames over a pipe: a length, a kind, and the content. */
const frameKinds = ['job', 'part', 'done', 'failed', 'ask', 'chunk', 'answered', 'refused'] as const;
export type FrameKind = (typeof frameKinds)[number];

export interface Frame {
  kind: FrameKind;
  content: Buffer;
}

export const frameHeaderBytes = 5;
/** The size of the pieces of longer contents. */
export const pieceBytes = 1024 * 1024;

/** Encodes the header of a frame. */
export const frameHeader = (kind: FrameKind, contentBytes: number): Buffer => {
  const header = Buffer.alloc(frameHeaderBytes);
  header.writeUInt32BE(contentBytes, 0);
  header.writeUInt8(frameKinds.indexOf(kind), 4);
  return header;
};

/** Decodes the header of a frame. @throws Error for an invalid one. */
export const readFrameHeader = (header: Buffer): { kind: FrameKind; contentBytes: number } => {
  const contentBytes = header.readUInt32BE(0);
  const kind = frameKinds[header.readUInt8(4)];
  if (kind === undefined || contentBytes > maxFrameBytes) throw new Error('a frame is damaged');
  return { kind, contentBytes };
};

/** Encodes a part of a result: its name and its bytes. */
export const namedPart = (name: string, bytes: Uint8Array): Buffer[] => {
  const encoded = Buffer.from(name, 'utf8');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(encoded.length);
  return [length, encoded, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
};

export const readNamedPart = (content: Buffer): { name: string; bytes: Buffer } => {
  const end = 2 + content.readUInt16BE(0);
  if (end > content.length) throw new Error('a part is damaged');
  return { name: content.toString('utf8', 2, end), bytes: content.subarray(end) };
};

/** Splits a stream of bytes into frames. @throws Error for a damaged one; an incomplete last one is dropped. */
export async function* framesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let waiting: Uint8Array[] = [];
  let [waitingBytes, neededBytes] = [0, frameHeaderBytes];
  for await (const chunk of chunks) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < neededBytes) continue;
    let bytes = Buffer.concat(waiting);
    neededBytes = frameHeaderBytes;
    while (bytes.length >= frameHeaderBytes) {
      const { kind, contentBytes } = readFrameHeader(bytes);
      const end = frameHeaderBytes + contentBytes;
      if (bytes.length < end) {
        neededBytes = end;
        break;
      }
      yield { kind, content: bytes.subarray(frameHeaderBytes, end) };
      bytes = bytes.subarray(end);
    }
    waiting = [bytes];
    waitingBytes = bytes.length;
  }
}
