import { isNightly, today } from './samples.ts';

/** Files that take about four seconds or more, by folder, with their seconds on two cores. */
const longFiles: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'adapters/dns': { 'txt-records': 5 },
  'adapters/jwt': { 'verify-jwt': 4 },
  'adapters/sandbox': { 'commit-readers': 8, 'unit-assessor': 9 },
  'app/billing': { 'renew-due-accounts.schedules': 7, 'seal-ledger': 4 },
  'app/bundles': { 'release-bundle': 5 },
  'app/leaving': { 'erase-organization.crashes': 7, 'erase-organization': 8 },
  'app/payments': { 'recharge-pool.faults': 4 },
  'app/scans/workflow': { 'detect-reviewed': 6, 'end-scan.races': 4, 'scan-unit.committer': 6 },
  'app/scans/workflow/reuse': { 'survey-commit.hostile-edits': 4 },
  'app/waivers': { 'import-vex.database': 5 },
  'apps/cli/doctor': { doctor: 4 },
  bench: { limits: 47 },
  'bench/clients': { limits: 19 },
  'bench/watch': { watch: 18 },
  client: { index: 5 },
  'client/packaging': { 'published-manifest': 8 },
  e2e: {
    demo: 49,
    integrations: 9,
    'large-requests': 8,
    'local-control-plane': 13,
    'local-sign-in': 8,
    payments: 18,
    restart: 18,
    'scan-cli': 5,
    'scan-path': 55,
    'start-and-stop': 32,
  },
  'emulators/aws/dynamodb': { service: 13 },
  'emulators/aws/gateway': { server: 8 },
  'emulators/aws/lambda': { functions: 5 },
  'engines/inventory': { 'read-inventory.further-tools': 5, 'read-inventory': 4 },
  'engines/inventory/npm': { 'package-lock': 5 },
  'engines/sast': { parser: 6, 'sast-engine': 6 },
  'engines/secrets': { 'secrets-engine.limits': 6 },
  'functions/api': { index: 5 },
  git: { 'git-client.remote': 7, 'git-client.round-trip': 6, 'walk-range.history': 4, 'walk-range': 5 },
  'git/history': { 'history-client': 11 },
  'git/pack': { 'fetched-pack.hostile': 5 },
  'git/remote': { 'fetch-objects.hostile': 8, 'fetch-objects.trees-first': 6, 'http-session.rate-limit': 4 },
  infra: { 'app.cdk-synth': 79, app: 10, 'app.upgrade': 4, 'grants.needs': 7, grants: 5 },
  'infra/api': { 'api-stack.limits': 6 },
  'infra/sign-in': { 'issuer-stack': 5 },
  'infra/web': { 'web-settings': 4, 'web-stack': 5 },
  local: { packages: 7, start: 14 },
  'local/control': { 'identity-routes': 8, 'stripe-routes': 8 },
  'local/drill': { 'restore-drill': 6 },
  simulation: {
    'billing-world': 7,
    'concurrent-changes': 4,
    'fault-scenarios': 8,
    flood: 8,
    'interrupted-payments': 4,
    'payment-event-orders': 6,
    payments: 5,
    'promotional-grants': 5,
    'scan-crashes': 13,
    'ten-years': 6,
    'watch-of-advisories': 6,
  },
  'simulation/bugs': { 'seeded-bugs': 5 },
  'simulation/deliveries': { 'deliveries-in-database': 8 },
  'simulation/flows': { 'fault-combinations': 7 },
  'simulation/shrink': { shrink: 7 },
  'simulation/start': { world: 8 },
};

/** These files, the longest first. */
export const longestFirst: readonly { path: string; seconds: number }[] = Object.entries(longFiles)
  .flatMap(([folder, files]) =>
    Object.entries(files).map(([name, seconds]) => ({ path: `test/${folder}/${name}.test.ts`, seconds })),
  )
  .toSorted((a, b) => b.seconds - a.seconds);

/** `npm test` runs each of them on one day of so many. */
const days = 4;

/** The files of each day: from the longest on, each goes to the day that has least to do. */
export const filesByDay = (): readonly (typeof longestFirst)[] => {
  const dealt = Array.from({ length: days }, (): { path: string; seconds: number }[] => []);
  const secondsOf = (files: typeof longestFirst) => files.reduce((sum, { seconds }) => sum + seconds, 0);
  for (const file of longestFirst) dealt.toSorted((a, b) => secondsOf(a) - secondsOf(b))[0]?.push(file);
  return dealt;
};

/** Whether somebody named the files to run: those are run, whatever day it is. */
const isNamed = process.argv.slice(2).some((argument) => argument !== 'run' && !argument.startsWith('-'));

/** The paths of the long files that are left to other days. Each night takes all. */
export const filesOfOtherDays = (): string[] =>
  isNightly || isNamed
    ? []
    : filesByDay().flatMap((files, day) => (day === today % days ? [] : files.map(({ path }) => path)));
