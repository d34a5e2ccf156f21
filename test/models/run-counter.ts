import { writeSync } from 'node:fs';
import { afterAll } from 'vitest';

/** How much is run: what `npm test` takes by itself, or as many commands as MODEL_COMMANDS says (50000 each night). */
export const commandsToRun = (usual: number): number => {
  const asked = Number(process.env['MODEL_COMMANDS'] ?? 0);
  return asked > 0 ? Math.max(usual, asked) : usual;
};

/** Counts what a file of simulations did, and says so in one line when it is done, whoever listens to stdout. */
export const reportCount = (what: string) => {
  let count = 0;
  afterAll(() => void writeSync(1, `${what}: ${count}\n`));
  return { add: (more = 1) => void (count += more), count: () => count };
};
