import { dayMs } from '@scangate/domain/instant';

/** The number of commands that a run asks for: none in `npm test`, 50000 each night. */
export const requestedCommands = Number(process.env['MODEL_COMMANDS'] ?? 0);

/** Whether more than the samples of `npm test` are to run. */
export const isNightly = requestedCommands > 0;

const leastRuns = 25;
const share = 8;

/** The number of random cases of a property: all each night, and an eighth of them, with the seeds of the day, in `npm test`. */
export const runs = (eachNight: number): number =>
  isNightly ? eachNight : Math.max(Math.min(leastRuns, eachNight), Math.ceil(eachNight / share));

/** The number of the day, by which samples change: SAMPLE_DAY names another one, whose samples are tried again. */
export const today = Number(process.env['SAMPLE_DAY'] ?? Math.floor(Date.now() / dayMs));

/** The cases of a day are apart from those of the next day, below the largest seed of fast-check. */
const [daysOfSeeds, seedsEachDay] = [20_000, 50_000];

/** The seed of random cases, which are the same all day: a commit that passes does not fail an hour later. */
export const seedOfDay = (today % daysOfSeeds) * seedsEachDay;

/** The longest files run on one day of five: counted by 17 from one such day to the next, samples of any share differ. */
const turn = today + 12 * Math.floor(today / 5);

/**
 * Whether `npm test` tries a case of an exhaustive test: one of so many, and other ones each day. Each night tries all.
 * @param index numbers the cases, which fail with what identifies them.
 */
export const isSampled = (index: number, oneOf: number): boolean => isNightly || (index + turn) % oneOf === 0;

/**
 * Whether `npm test` runs a group of a file that is too long for each day: one of so many, the next one tomorrow. Each night
 * runs all, and so does whoever names files, which vitest.config.ts tells the workers by `NAMED_FILES`.
 */
export const isGroupOfToday = (group: number, of: number): boolean =>
  isNightly || process.env['NAMED_FILES'] === '1' || group === today % of;
