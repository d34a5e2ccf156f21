import { afterAll, beforeAll } from 'vitest';
import { isGroupOfToday } from '#test/support/runs/samples.ts';
import { startConsoleWorld, stopConsoleWorld } from '#test/support/console/console-world.ts';

/**
 * All tests in a browser share one service and one browser, so they are one file. `npm test` takes a part on one day of
 * four, by its group; each night takes all, and so does whoever names this file. The last of them move the clock.
 */
const parts: readonly (readonly [group: number, load: () => Promise<unknown>])[] = [
  [0, () => import('./console/matrix.ts')],
  [1, () => import('./console/accessibility.ts')],
  [1, () => import('./console/longer-words.ts')],
  [1, () => import('./console/hostile-texts.ts')],
  [3, () => import('./console/keyboard.ts')],
  [0, () => import('./console/print.ts')],
  [3, () => import('./console/failures.ts')],
  [3, () => import('./console/failures-answers.ts')],
  [2, () => import('./service/report.ts')],
  [2, () => import('./service/reference.ts')],
  [2, () => import('./service/sign-in.ts')],
  [2, () => import('./service/pack-link.ts')],
];

beforeAll(startConsoleWorld, 180_000);
afterAll(stopConsoleWorld);

for (const [group, load] of parts) if (isGroupOfToday(group, 4)) await load();
