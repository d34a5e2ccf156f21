import * as fc from 'fast-check';
import { vi } from 'vitest';
import { runs, seedOfDay } from '#test/support/runs/samples.ts';
import { refuseAddressesInEvents } from '../store/refuse-addresses.ts';
import { noon, restartIds } from '../world.ts';

/** Prepares what a handler finds in its process. It runs before each file of the tests that call endpoints. */

restartIds();
refuseAddressesInEvents();
fc.configureGlobal({ numRuns: runs(100), seed: seedOfDay });
// The clock of the handlers stands at noon. Timers stay real.
vi.useFakeTimers({ toFake: ['Date'], now: noon });
vi.stubGlobal('awslambda', {
  streamifyResponse: (run: unknown) => run,
  HttpResponseStream: { from: (stream: object, head: object) => Object.assign(stream, { head }) },
});
process.env['CONSOLE'] = 'true';
process.env['ALLOWED_SOURCES'] = 'https,file,loopback';
process.env['LOG_LEVEL'] ??= 'error';
