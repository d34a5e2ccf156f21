import type { Goal } from './goal.ts';
import { poolGoals } from './pool-goals.ts';
import { readerGoals } from './reader-goals.ts';
import { sourceGoals } from './source-goals.ts';

const perOperation = /^AWS per operation/;

const waiting: Goal[] = [
  {
    subject: 'Waiting',
    goal: 'memory of a waiter',
    unit: 'MB',
    where: { what: /^wait-scan$/, unit: /^MB/ },
    limit: 128,
  },
  {
    subject: 'Waiting',
    goal: 'a wait of 300 s, a look every 10 s',
    unit: 'read units',
    where: { what: /^wait of 300 s/, unit: /^read units$/ },
    limit: 15.5,
  },
  {
    subject: 'Waiting',
    goal: '100 waiters of one organization: without a slot',
    unit: 'refused',
    where: { what: /^100 waiters of one organization/, unit: /^refused$/ },
    limit: 0,
  },
];

/**
 * The most processor time that a function takes to its first answer, as a multiple of an empty handler, where instructions
 * cannot be counted: an empty handler takes 89 million of them, so that with 550 million more there are 7.2 times as many.
 */
const maxTimesEmpty = 7.2;

const functions: Goal[] = [
  {
    subject: 'Functions',
    goal: 'create-scan: code that a start loads',
    unit: 'bytes',
    where: { section: /^Bundles/, what: /^create-scan$/, unit: /^bytes at a start$/ },
    limit: 420_000,
  },
  ...['authorizer', 'create-scan', 'get-scan', 'wait-scan'].map((name) => ({
    subject: 'Functions',
    goal: `${name}, to the first answer`,
    unit: 'million instructions',
    where: { what: new RegExp(`^${name}, to its first answer$`), unit: /instructions/ },
    limit: 550,
    instead: {
      goal: `${name}, to the first answer`,
      unit: 'times an empty handler',
      where: { what: new RegExp(`^${name}, to its first answer$`), unit: /^times an empty handler$/ },
      limit: maxTimesEmpty,
    },
  })),
];

const trips: Goal[] = [
  ...(['calls', 'serial round trips'] as const).map((unit) => ({
    subject: 'Trips',
    goal: 'create-scan',
    unit,
    where: { section: perOperation, what: /^create-scan$/, unit: new RegExp(`^${unit}$`) },
    limit: unit === 'calls' ? 3 : 2,
  })),
  {
    subject: 'Trips',
    goal: 'authorizer',
    unit: 'calls',
    where: { section: perOperation, what: /^authorizer/, unit: /^calls$/ },
    limit: 2,
  },
  {
    subject: 'Trips',
    goal: 'create-scan of one unit, core only, any policy and branch',
    unit: 'write units',
    where: {
      section: perOperation,
      what: /^create-scan(?: with a large policy| with a long branch.*| of an artifact| with a pull request)?$/,
      unit: /^write units$/,
    },
    limit: 10,
  },
  {
    subject: 'Trips',
    goal: 'create-scan with an idempotency key',
    unit: 'write units',
    where: { section: perOperation, what: /^create-scan with Idempotency-Key$/, unit: /^write units$/ },
    limit: 12,
  },
  ...(['calls', 'serial round trips', 'write units'] as const).map((unit) => ({
    subject: 'Trips',
    goal: 'create-scan by a CI, for a pull request',
    unit,
    where: {
      section: perOperation,
      what: /^create-scan by a CI with a base and a pull request$/,
      unit: new RegExp(`^${unit}$`),
    },
    ...(unit === 'write units' && { limit: 10 }),
  })),
  {
    subject: 'Trips',
    goal: 'a request over its rate (429)',
    unit: 'calls',
    where: { what: /^a request over its rate/, unit: /^calls$/ },
    limit: 2,
  },
  {
    subject: 'Trips',
    goal: 'a scan record, as it is created',
    unit: 'bytes',
    where: { what: /^scan record/, unit: /^bytes$/ },
    limit: 1024,
  },
];

const workflow: Goal[] = [
  ...['one unit', '1000 units'].map((units) => ({
    subject: 'Workflow',
    goal: `scan of ${units}`,
    unit: 'billed transitions',
    where: { section: /^Workflow/, what: new RegExp(`^scan of ${units}$`), unit: /transitions/ },
    limit: 3,
  })),
  {
    subject: 'Workflow',
    goal: 'scan of 40 units',
    unit: 'writes of the scan',
    where: { section: /^Workflow/, what: /^scan of 40 units$/, unit: /writes of the scan/ },
    // One to begin it and one to end it, for a scan that is not counted as active.
    limit: 2,
  },
];

const fair: Goal[] = [
  {
    subject: 'Fairness',
    goal: "another organization's flood: longer waits of others",
    unit: '%',
    where: { what: /^flood of/, unit: /%/ },
    limit: 5,
  },
  {
    subject: 'Fairness',
    goal: 'floods of five organizations at once: longer waits of others',
    unit: '%',
    where: { what: /^floods of/, unit: /%/ },
    limit: 5,
  },
];

const jobs: Goal[] = [
  {
    subject: 'Jobs',
    goal: 'sweep of 10,000 scans',
    unit: 's',
    where: { what: /^sweep of 10,000/, unit: /^(?:s|seconds|minutes|min)\b/ },
    limit: 300,
  },
  ...(
    [
      ['purge of a million scans, by an hourly job', /^purge of 1,000,000/, 4],
      ['audit of 200,000 pools, by an hourly job', /^audit of 200,000/, 4],
    ] as const
  ).map(([goal, what, limit]) => ({
    subject: 'Jobs',
    goal,
    unit: 'runs',
    where: { what, unit: /^runs$/ },
    limit,
  })),
];

const releases: Goal[] = [
  {
    subject: 'Releases',
    goal: 'upgrade from the recorded 0.1.0: stateful resources',
    unit: 'resources replaced',
    where: { what: /upgrade/, unit: /replaced/ },
    limit: 0,
  },
];

const prices: Goal[] = [
  {
    subject: 'Price of 1,000 scans',
    goal: 'from a CI, with its exchange and metadata, with a wait of 30 s',
    unit: 'dollars',
    where: { section: /^Price/, what: /^from a CI/, unit: /^dollars$/ },
    limit: 0.25,
  },
  {
    subject: 'Price of 1,000 scans',
    goal: 'with a wait of 30 s',
    unit: 'dollars',
    where: { section: /^Price/, what: /^with a wait of 30 s$/, unit: /^dollars$/ },
    limit: 0.24,
  },
  {
    subject: 'Price of 1,000 scans',
    goal: 'with a wait of 300 s',
    unit: 'dollars',
    where: { section: /^Price/, what: /^with a wait of 300 s$/, unit: /^dollars$/ },
    limit: 0.7,
  },
];

const start: Goal[] = [
  {
    subject: 'Start',
    goal: "npm start, prepared, against Java's and Node's own start",
    unit: 'times',
    where: { what: /^npm start .*again$/, unit: /^times Java and Node$/ },
    limit: 1.2,
  },
  {
    subject: 'Start',
    goal: 'npm start, prepared, against a start of Java that is prepared, too, and Node',
    unit: 'times',
    where: { what: /^npm start .*again$/, unit: /^times Java with the archive/ },
  },
  {
    subject: 'Start',
    goal: "npm start, the first one, against Java's and Node's own start",
    unit: 'times',
    where: { what: /^npm start .*fresh$/, unit: /^times Java and Node$/ },
  },
];

const loads: Goal[] = (
  [
    ['scans that did not end as they should', 0],
    ['violations in the ledger', 0],
    ['MB of the process at most', 3_072],
    ['memory in the last quarter, against the second', 1.25],
  ] as const
).map(([unit, limit]) => ({
  subject: 'Load',
  goal: '5,000 creations, 50 at a time',
  unit,
  where: { section: /^Load$/, what: /^5,000 creations/, unit: new RegExp(`^${unit}$`) },
  limit,
}));

const histories: Goal[] = [
  {
    subject: 'Histories',
    goal: 'range: objects read per file, with ten times as many',
    unit: 'times',
    where: { section: /^Histories$/, what: /^a range of/, unit: /ratio/ },
    limit: 1.1,
  },
  {
    subject: 'Histories',
    goal: 'history of 1,000,000 files: memory of a quote',
    unit: 'MB',
    where: { section: /^Histories$/, what: /^a history of 1,000,000/, unit: /^MB/ },
    limit: 256,
  },
];

/** Every goal, in the order of the final table. */
export const goals: readonly Goal[] = [
  ...waiting,
  ...poolGoals,
  ...functions,
  ...trips,
  ...workflow,
  ...readerGoals,
  ...fair,
  ...jobs,
  ...loads,
  ...histories,
  ...sourceGoals,
  ...releases,
  ...prices,
  ...start,
];
