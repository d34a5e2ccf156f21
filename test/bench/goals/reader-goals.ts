import type { Goal } from './goal.ts';

const peer = (what: RegExp, goal: string): Goal => ({
  subject: 'Readers',
  goal,
  unit: 'times',
  where: { section: /reader/i, what, unit: /times|×/ },
  limit: 2,
});

/** The goal of a function for what is sent to it, in a section of the memory. */
const memoryGoal = (
  [name, named = name]: readonly [name: string, named?: string],
  sent: string,
  { section, limit }: { section: RegExp; limit: number },
): Goal => ({
  subject: 'Readers',
  goal: `${name} with its sandbox, ${sent}`,
  unit: 'MB',
  where: { section, what: new RegExp(`^(?:${named}):`), unit: /^MB as configured$/ },
  limit,
});

/** The goals of a function for bodies that clients send, and for those that only an attacker would. */
const bodyGoals = (limit: number, ...names: readonly [name: string, named?: string]): Goal[] => [
  memoryGoal(names, '10 MB bodies', { section: /^Memory with 10 MB bodies/, limit }),
  memoryGoal(names, 'hostile 10 MB bodies', { section: /^Memory with hostile 10 MB/, limit }),
];

/** The goal of a function for documents that are converted whole. */
const documentGoal = (name: string): Goal =>
  memoryGoal([name], '10 MB documents of other formats', {
    section: /^Memory with 10 MB documents/,
    limit: 1_024,
  });

/** The goals of reading lockfiles, and of bodies of 10 MB. */
export const readerGoals: readonly Goal[] = [
  peer(/package-lock/, 'package-lock, against JSON.parse'),
  peer(/pnpm/, 'pnpm-lock, against a tokenizer'),
  peer(/yarn/, 'yarn.lock, against a tokenizer'),
  ...bodyGoals(128, 'create-scan'),
  ...bodyGoals(128, 'check-artifact'),
  ...bodyGoals(256, 'scan-unit', 'scan-small-units|scan-unit'),
  documentGoal('check-artifact'),
  documentGoal('scan-small-units'),
];
