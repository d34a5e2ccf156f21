import { readSync, writeSync } from 'node:fs';
import {
  frameHeader,
  frameHeaderBytes,
  namedPart,
  pieceBytes,
  readFrameHeader,
  type Frame,
  type FrameKind,
} from './frames.ts';

/** The inherited pipes of a sandbox: its only ways in and out. */
const [input, output] = [0, 1];
/** The first of the other inherited files. */
const firstFile = 3;

/** The memory that is reserved for a content. The system gives it when it is used. */
const expectedBytes = 11 * 1024 * 1024;

/** Returns the descriptor of an inherited file, which the parent opened. */
export const inheritedFile = (index: number): number => firstFile + index;

const waitCell = new Int32Array(new SharedArrayBuffer(4));

/** Repeats a call while the pipe is not ready: whether it blocks depends on the system. */
const whenReady = (call: () => number): number => {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(waitCell, 0, 0, 1);
    }
  }
};

const writeAll = (bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length;) at += whenReady(() => writeSync(output, bytes, at, bytes.length - at));
};

/**
 * The sandbox's end of its pipes. It blocks for each frame, because there is nothing else to do meanwhile, and no
 * network code is needed.
 */
export class ChildChannel {
  #isAnswering = false;

  /** Reads the next frame, or returns undefined when the parent is gone or has all it needs. */
  readFrame(): Frame | undefined {
    const header = this.#readHeader();
    const content = header && this.#read(header.contentBytes);
    return content && { kind: header.kind, content };
  }

  send(kind: FrameKind, parts: readonly Uint8Array[]): void {
    writeAll(
      frameHeader(
        kind,
        parts.reduce((sum, part) => sum + part.length, 0),
      ),
    );
    for (const part of parts) writeAll(part);
  }

  /**
   * Sends a part of the result. A long text is sent in pieces, which the parent joins by name. Nothing is sent while
   * a response arrives: both ends would wait for each other once the pipes are full.
   */
  sendPart(name: string, bytes: Uint8Array): void {
    if (this.#isAnswering) throw new Error('an answer is still being read');
    for (let at = 0; at === 0 || at < bytes.length; at += pieceBytes)
      this.send('part', namedPart(name, bytes.subarray(at, at + pieceBytes)));
  }

  /** Sends a part in one frame. */
  sendWhole(name: string, bytes: Uint8Array): void {
    this.send('part', namedPart(name, bytes));
  }

  /**
   * Asks the parent.
   * @returns the pieces of the response as they arrive.
   * @throws Error when the parent has none.
   */
  *ask(name: string, question: unknown): Generator<Buffer, void> {
    for (const size of this.#answerTo(name, question)) {
      const piece = Buffer.allocUnsafe(size);
      this.#readInto(piece);
      yield piece;
    }
  }

  /** Asks the parent for bytes, which are read into one piece of memory. */
  askBytes(name: string, question: unknown): Buffer {
    let bytes = Buffer.allocUnsafeSlow(expectedBytes);
    let length = 0;
    for (const size of this.#answerTo(name, question)) {
      if (length + size > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(2 * (length + size));
        larger.set(bytes.subarray(0, length));
        bytes.buffer.transfer(0);
        bytes = larger;
      }
      this.#readInto(bytes.subarray(length, (length += size)));
    }
    return bytes.subarray(0, length);
  }

  /** Asks the parent for a text. Its bytes are freed as soon as they are decoded, rather than when garbage is collected. */
  askText(name: string, question: unknown): string {
    const bytes = this.askBytes(name, question);
    const text = bytes.toString('utf8');
    (bytes.buffer as ArrayBuffer).transfer(0);
    return text;
  }

  /** Asks the parent for a value. */
  askValue(name: string, question: unknown): unknown {
    return JSON.parse(Buffer.concat([...this.ask(name, question)]).toString('utf8')) as unknown;
  }

  /** Asks the parent, and yields the size of each piece of the response, which is then to be read. */
  *#answerTo(name: string, question: unknown): Generator<number, void> {
    this.send('ask', [Buffer.from(JSON.stringify({ name, question }))]);
    this.#isAnswering = true;
    try {
      for (let header = this.#readHeader(); header; header = this.#readHeader()) {
        if (header.kind === 'answered') return;
        if (header.kind !== 'chunk') throw new Error(`no answer to ${name}`);
        yield header.contentBytes;
      }
      throw new Error('the parent is gone');
    } finally {
      this.#isAnswering = false;
    }
  }

  #readHeader(): ReturnType<typeof readFrameHeader> | undefined {
    const header = this.#read(frameHeaderBytes);
    return header && readFrameHeader(header);
  }

  #read(size: number): Buffer | undefined {
    const bytes = Buffer.allocUnsafe(size);
    return this.#fill(bytes) ? bytes : undefined;
  }

  #readInto(bytes: Buffer): void {
    if (!this.#fill(bytes)) throw new Error('the parent is gone');
  }

  /** Reads until the bytes are full. @returns false when the parent is gone before. */
  #fill(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length;) {
      const count = whenReady(() => readSync(input, bytes, at, bytes.length - at, null));
      if (count === 0) return false;
      at += count;
    }
    return true;
  }
}
