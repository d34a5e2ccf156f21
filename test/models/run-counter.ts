import { writeSync } from 'node:fs';
import { afterAll } from 'vitest';
import { dayMs } from '@scangate/domain/instant';

const requested = Number(process.env['MODEL_COMMANDS'] ?? 0);

/** Whether more than the samples of `npm test` are to run. */
export const isNightly = requested > 0;

/** The number of commands to run: the usual one of `npm test`, or MODEL_COMMANDS (50000 each night). */
export const commandsToRun = (usual: number): number => Math.max(usual, requested);

const leastRuns = 25;
const share = 4;

/** The number of random cases of a property: all each night, and a quarter of them, with other seeds, in `npm test`. */
export const runs = (eachNight: number): number =>
  isNightly ? eachNight : Math.max(Math.min(leastRuns, eachNight), Math.ceil(eachNight / share));

/** The number of the day, by which samples change. */
export const today = Math.floor(Date.now() / dayMs);

/**
 * Whether `npm test` tries a case of an exhaustive test: one of so many, and other ones each day. Each night tries all.
 * @param index numbers the cases, which fail with what identifies them.
 */
export const isSampled = (index: number, oneOf: number): boolean =>
  isNightly || (index + today) % oneOf === 0;

/** Counts the commands of a simulation file, and prints the count past vitest's capture of stdout when it is done. */
export const reportCount = (what: string) => {
  let count = 0;
  afterAll(() => void writeSync(1, `${what}: ${count}\n`));
  return { add: (more = 1) => void (count += more), count: () => count };
};
