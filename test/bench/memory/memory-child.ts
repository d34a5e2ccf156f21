/**
 * Loads one bundle in its own process, runs its handler, and reports the memory that it took. The arguments are the
 * bundle and one JSON file for each event.
 */
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { watchMemory } from './child-peaks.ts';
import { provideRuntime, runOnce, type Handler } from './run-handler.ts';

const [bundle = '', ...eventFiles] = process.argv.slice(2);
provideRuntime();

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
const endWatch = watchMemory();
/** A shell reports by this code that a program was ended by the signal of V8 without memory. */
const outOfMemory = 134;
const hasNoMemory = (error: unknown): boolean => /the sandbox ended: SIGABRT/.test(String(error));

let result: unknown;
for (const eventFile of eventFiles)
  result = await runOnce(handler, JSON.parse(readFileSync(eventFile, 'utf8'))).catch((error: unknown) => {
    if (hasNoMemory(error)) process.exit(outOfMemory);
    throw error;
  });
const { own, children, together } = endWatch();
process.send?.({ loadedBytes, peakBytes: own, childrenBytes: children, togetherBytes: together, result });
