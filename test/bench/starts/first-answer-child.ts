/**
 * Loads the bundle of a function, runs its handler once if there is an event, and prints the processor time that both
 * took in microseconds, and the answer. The arguments are the bundle and a JSON file with the event.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { provideRuntime, runOnce, type Handler } from '../memory/run-handler.ts';

const [bundle = '', eventFile] = process.argv.slice(2);
provideRuntime();

/** CommonJS awaits nothing at its top. */
const run = async (): Promise<void> => {
  const { handler } = createRequire(import.meta.url)(bundle) as { handler: Handler };
  const answer =
    eventFile === undefined ? undefined : await runOnce(handler, JSON.parse(readFileSync(eventFile, 'utf8')));
  const { user, system } = process.cpuUsage();
  process.stdout.write(JSON.stringify({ cpuUs: user + system, answer }), () => process.exit());
};
void run();
