import { writeSync } from 'node:fs';
import { afterAll } from 'vitest';

/** The number of commands to run: the usual one of `npm test`, or MODEL_COMMANDS (50000 each night). */
export const commandsToRun = (usual: number): number => {
  const requested = Number(process.env['MODEL_COMMANDS'] ?? 0);
  return requested > 0 ? Math.max(usual, requested) : usual;
};

/** Counts the commands of a simulation file, and prints the count past vitest's capture of stdout when it is done. */
export const reportCount = (what: string) => {
  let count = 0;
  afterAll(() => void writeSync(1, `${what}: ${count}\n`));
  return { add: (more = 1) => void (count += more), count: () => count };
};
