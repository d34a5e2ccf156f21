import { writeSync } from 'node:fs';
import { afterAll } from 'vitest';
import { requestedCommands } from './samples.ts';

/** The number of commands to run: the usual one of `npm test`, or MODEL_COMMANDS (50000 each night). */
export const commandsToRun = (usual: number): number => Math.max(usual, requestedCommands);

/** Counts the commands of a simulation file, and prints the count past vitest's capture of stdout when it is done. */
export const reportCount = (what: string) => {
  let count = 0;
  afterAll(() => void writeSync(1, `${what}: ${count}\n`));
  return { add: (more = 1) => void (count += more), count: () => count };
};
