/**
 * Loads one bundle in its own process, runs its handler, and reports the memory that it took. The arguments are the
 * bundle, the JSON file of the event, and the number of runs.
 */
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [bundle = '', eventFile = '', runs = '1'] = process.argv.slice(2);
type Handler = (event: unknown, context: object) => Promise<unknown>;

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
for (let run = 0; run < Number(runs); run += 1)
  result = await handler(JSON.parse(readFileSync(eventFile, 'utf8')), { awsRequestId: 'bench' });
process.send?.({ loadedBytes, peakBytes: peak(), result });
