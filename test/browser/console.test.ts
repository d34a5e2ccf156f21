import { afterAll, beforeAll } from 'vitest';
import { startConsoleWorld, stopConsoleWorld } from '#test/support/console/console-world.ts';

/** All tests of the console in a browser share one service and one browser, so they are one file. */

beforeAll(startConsoleWorld, 180_000);
afterAll(stopConsoleWorld);

await import('./console/matrix.ts');
await import('./console/accessibility.ts');
await import('./console/hostile-texts.ts');
