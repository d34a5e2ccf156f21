/**
 * Loads the bundle of a function in its own process, on a clock that leaps, and runs its handler once. The arguments
 * are the bundle, the time at which the clock begins and a JSON file with the event.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { provideRuntime, runOnce, type Handler } from '../memory/run-handler.ts';
import { moveClock } from './move-clock.ts';

const [bundle = '', startMs = '', eventFile = ''] = process.argv.slice(2);
provideRuntime();
const { handler } = (await import(pathToFileURL(bundle).href)) as { handler: Handler };
const clock = moveClock(Number(startMs));
const result = await clock.advanceUntil(runOnce(handler, JSON.parse(readFileSync(eventFile, 'utf8'))));
process.send?.({ elapsedMs: clock.elapsedMs(), result });
