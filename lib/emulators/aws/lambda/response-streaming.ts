import { Writable } from 'node:stream';

/** The Lambda runtime marks a streaming handler by this symbol. */
const streaming = Symbol.for('aws.lambda.runtime.handler.streaming');

/** The stream to which a handler writes its response. */
export class ResponseStream extends Writable {
  private readonly send: (bytes: Uint8Array) => Promise<void>;
  private prelude: string | undefined;

  constructor(send: (bytes: Uint8Array) => Promise<void>) {
    super({ highWaterMark: 64 * 1024 });
    this.send = send;
  }

  setContentType(_contentType: string): void {}

  /** Sends status and headers together with the first byte, and never before it, as Lambda does. */
  setPrelude(prelude: unknown): void {
    this.prelude = JSON.stringify(prelude);
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    const parts = [chunk];
    if (this.prelude !== undefined) {
      parts.unshift(Buffer.from(this.prelude, 'utf8'), Buffer.alloc(8));
      this.prelude = undefined;
    }
    void this.pass(new Uint8Array(Buffer.concat(parts)), done);
  }

  private async pass(bytes: Uint8Array, done: (error?: Error) => void): Promise<void> {
    try {
      await this.send(bytes);
    } catch (error) {
      return done(error as Error);
    }
    done();
  }
}

type Handler = (...args: unknown[]) => unknown;

/** The global `awslambda` of Lambda's Node.js runtime. */
export const awslambda = {
  streamifyResponse: (handler: Handler): Handler =>
    Object.defineProperty(handler, streaming, { value: 'response' }),
  HttpResponseStream: {
    from: (stream: ResponseStream, prelude: unknown): ResponseStream => {
      stream.setPrelude(prelude);
      return stream;
    },
  },
};

export const isStreamingHandler = (handler: Handler): boolean =>
  Reflect.get(handler, streaming) === 'response';
