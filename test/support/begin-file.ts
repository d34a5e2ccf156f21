import { refuseAddressesInEvents } from './store/refuse-addresses.ts';
import { restartIds } from './world.ts';

/** Runs before each file of the tests that share a worker. */
restartIds();
refuseAddressesInEvents();
