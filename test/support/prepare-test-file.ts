import * as fc from 'fast-check';
import { runs, seedOfDay } from './runs/samples.ts';
import { refuseAddressesInEvents } from './store/refuse-addresses.ts';
import { restartIds } from './world.ts';

/** Runs before each file of the tests that share a worker. */
restartIds();
refuseAddressesInEvents();
// Properties that name no number of cases have as many as are usual.
fc.configureGlobal({ numRuns: runs(100), seed: seedOfDay });
