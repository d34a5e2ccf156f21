import { afterAll, beforeAll } from 'vitest';
import { startConsoleWorld, stopConsoleWorld } from '#test/support/console/console-world.ts';

/** All tests in a browser share one service and one browser, so they are one file. The last of them move the clock. */

beforeAll(startConsoleWorld, 180_000);
afterAll(stopConsoleWorld);

await import('./console/matrix.ts');
await import('./console/accessibility.ts');
await import('./console/longer-words.ts');
await import('./console/hostile-texts.ts');
await import('./console/keyboard.ts');
await import('./console/print.ts');
await import('./console/failures.ts');
await import('./console/failures-answers.ts');
await import('./service/report.ts');
await import('./service/reference.ts');
await import('./service/sign-in.ts');
await import('./service/pack-link.ts');
