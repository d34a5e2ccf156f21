import type { Goal } from './goal.ts';

const peer = (what: RegExp, goal: string): Goal => ({
  subject: 'Readers',
  goal,
  unit: 'times',
  where: { section: /reader/i, what, unit: /times|×/ },
  limit: 2,
});

/** The goals of a function for bodies that clients send, and for those that only an attacker would. */
const memoryOf = (name: string, limit: number, named = name): Goal[] =>
  ['', 'hostile '].map((kind) => ({
    subject: 'Readers',
    goal: `${name} with its sandbox, ${kind}10 MB bodies`,
    unit: 'MB',
    where: {
      section: kind === '' ? /^Memory with 10 MB bodies/ : /^Memory with hostile 10 MB/,
      what: new RegExp(`^(?:${named}):`),
      unit: /^MB as configured$/,
    },
    limit,
  }));

/** The goals of reading lockfiles, and of bodies of 10 MB. */
export const readerGoals: readonly Goal[] = [
  peer(/package-lock/, 'package-lock, against JSON.parse'),
  peer(/pnpm/, 'pnpm-lock, against a tokenizer'),
  peer(/yarn/, 'yarn.lock, against a tokenizer'),
  ...memoryOf('create-scan', 128),
  ...memoryOf('check-artifact', 128),
  ...memoryOf('scan-unit', 256, 'scan-small-units|scan-unit'),
  ...['check-artifact', 'scan-small-units'].map((name): Goal => ({
    subject: 'Readers',
    goal: `${name} with its sandbox, 10 MB documents of other formats`,
    unit: 'MB',
    where: {
      section: /^Memory with 10 MB documents/,
      what: new RegExp(`^${name}:`),
      unit: /^MB as configured$/,
    },
    limit: 1_024,
  })),
];
