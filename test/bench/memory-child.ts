/**
 * A Lambda of its own: loads one bundle, runs it on events as often as told, and says what that took.
 * Started with the bundle, the file of the event as JSON, and the number of runs.
 */
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [bundle = '', eventFile = '', runs = '1'] = process.argv.slice(2);
type Handler = (event: unknown, context: object) => Promise<unknown>;

/**
 * Resident memory at its highest, in bytes. Where the system tells it of this very program: `maxRSS` begins, on
 * Linux, with what the process had that started this one.
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
