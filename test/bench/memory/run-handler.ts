import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';

export type Handler = ((event: unknown, ...rest: object[]) => Promise<unknown>) & { streams?: boolean };

/** Sets the global of Lambda's runtime by which a handler says that it streams. */
export const provideRuntime = (): void =>
  void Object.assign(globalThis, {
    awslambda: {
      streamifyResponse: (handler: Handler) => Object.assign(handler, { streams: true }),
      HttpResponseStream: { from: (stream: object) => stream },
    },
  });

/** Runs a handler once; a streamed response is read to its end. */
export const runOnce = async (handler: Handler, event: unknown): Promise<unknown> => {
  const context = { awsRequestId: 'bench' };
  if (!handler.streams) return handler(event, context);
  const into = new PassThrough();
  const [streamed] = await Promise.all([textOf(into), handler(event, into, context)]);
  return { streamed };
};
