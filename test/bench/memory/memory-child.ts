/**
 * Loads one bundle in its own process, runs its handler, and reports the memory that it took. The arguments are the
 * bundle and one JSON file for each event.
 */
import { existsSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const [bundle = '', ...eventFiles] = process.argv.slice(2);
type Handler = ((event: unknown, ...rest: object[]) => Promise<unknown>) & { streams?: boolean };

/** The global of Lambda's runtime by which a handler says that it streams. */
Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: Handler) => Object.assign(handler, { streams: true }),
    HttpResponseStream: { from: (stream: object) => stream },
  },
});

/** Runs a handler once; a streamed response is read to its end. */
const runOnce = async (handler: Handler, event: unknown): Promise<unknown> => {
  const context = { awsRequestId: 'bench' };
  if (!handler.streams) return handler(event, context);
  const into = new PassThrough();
  const [streamed] = await Promise.all([textOf(into), handler(event, into, context)]);
  return { streamed };
};

/**
 * Reads the highest resident memory, in bytes, from the system if possible: on Linux, `maxRSS` starts with the memory of
 * the parent process.
 */
const peak = (): number => {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return (kilobytes ? Number(kilobytes) : process.resourceUsage().maxRSS) * 1024;
};

const { handler } = (await import(pathToFileURL(bundle).href)) as { handler: Handler };
const loadedBytes = peak();
let result: unknown;
for (const eventFile of eventFiles)
  result = await runOnce(handler, JSON.parse(readFileSync(eventFile, 'utf8')));
process.send?.({ loadedBytes, peakBytes: peak(), result });
