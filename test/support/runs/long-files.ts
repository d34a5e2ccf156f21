import { isNightly, today } from './samples.ts';

/** Files that take about two seconds of computing or more, by folder, with their seconds. */
const longFiles: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'adapters/dns': { 'txt-records': 2 },
  'adapters/jwt': { 'verify-jwt': 2 },
  'adapters/outbound': { outbound: 2 },
  'adapters/zip': { 'read-zip': 2 },
  'adapters/sandbox': { 'commit-readers': 7, 'sandbox-process': 3, 'unit-assessor': 4 },
  'app/auto-recharge': { 'recharge-pool.faults': 3 },
  'app/billing': { 'renew-due-accounts.schedules': 5 },
  'app/bundles': { 'release-bundle': 5 },
  'app/evidence/proof': { 'write-proof': 3 },
  'app/history-scans': { 'list-slice': 3, 'read-history': 2 },
  'app/integrations/checks': { 'check-sender.hostile': 2 },
  'app/ledger': { 'seal-ledger': 2 },
  'app/payments': { 'reconcile-due-accounts.erasure': 8 },
  'app/offboarding': {
    'erase-organization': 6,
    'erase-organization.races': 4,
    'erase-organization.crashes': 3,
    'erase-organization.partitions': 3,
  },
  'app/scans/workflow': {
    'detect-reviewed-findings': 5,
    'end-scan.many-units': 3,
    'end-scan.races': 4,
    'scan-unit.committer': 5,
  },
  'app/scans/workflow/reuse': { 'survey-commit.hostile-edits': 4, 'survey-commit.named-unit': 3 },
  'app/tracking': { 'track-default-branch.rebuild': 2 },
  'app/verdict': { 'rejudge-scan': 2, 'smallest-change': 2 },
  'app/waivers': { 'import-vex.database': 2 },
  'apps/action': { 'run-action': 4 },
  'apps/cli': { 'main.process': 3 },
  'apps/cli/init': { init: 3 },
  'apps/cli/doctor': { doctor: 3 },
  'apps/cli/offline': { scan: 3, 'uncommitted-files': 2 },
  'apps/cli/output': { 'print-result.terminal': 2 },
  'apps/cli/scan': { 'scan-online.exits': 2 },
  'apps/console/routes/billing/verification': { 'verify-stream': 2 },
  'apps/console/routes/new-scan': { 'dropped-file': 3 },
  'apps/gitlab': { templates: 4 },
  bench: { limits: 29 },
  'bench/clients': { limits: 14 },
  'bench/reuse': { reuse: 2 },
  'bench/watch': { watch: 4 },
  client: { index: 5, 'request-transport': 3 },
  'client/generation': { 'types-source': 2 },
  'client/packaging': { 'published-manifest': 7 },
  contract: { 'openapi.lint': 3 },
  docs: { contributing: 5 },
  'docs/clients': { sdk: 3 },
  e2e: {
    demo: 45,
    integrations: 9,
    'large-requests': 7,
    'local-control-plane': 10,
    'local-sign-in': 7,
    payments: 17,
    restart: 14,
    'scan-cli': 4,
    'scan-path': 35,
    'start-and-stop': 18,
    'secret-verification': 7,
  },
  'emulators/aws/dynamodb': { service: 11, 'class-archive': 3 },
  'emulators/aws/gateway': { server: 8 },
  'emulators/aws/lambda': { functions: 3 },
  'emulators/aws/s3': { service: 2 },
  'emulators/identity/oidc': { issuer: 3 },
  'emulators/stripe': { 'stripe-api.property': 2 },
  'engines/inventory': {
    'read-inventory': 4,
    'read-inventory.cut-lockfiles': 3,
    'read-inventory.further-tools': 5,
  },
  'engines/inventory/cyclonedx': { 'inventory-from-sbom': 3 },
  'engines/inventory/dotnet': { 'nuget-build': 2 },
  'engines/inventory/jvm': { 'maven-build': 3 },
  'engines/inventory/npm': { 'package-lock': 3 },
  'engines/sast': { parser: 6, 'sast-engine': 6 },
  'engines/sbom': { 'validate-sbom': 3 },
  'engines/sbom/conversions': { 'read-sbom-document.large-image': 2 },
  'engines/sbom/validation': { 'validate-sbom-bytes': 6 },
  'engines/secrets': { 'secrets-engine.limits': 6 },
  'functions/api': { index: 5, 'index.cross': 8 },
  'functions/api/quote-scan': { 'handler.matches-creation': 5 },
  'functions/scim/users': { 'handler.limit': 6 },
  git: {
    'git-client.ancestry': 3,
    'git-client.remote': 6,
    'git-client.round-trip': 6,
    'read-commit-range': 4,
    'read-commit-range.history': 3,
    'read-commit-range.shapes': 4,
  },
  'git/history': { 'history-client': 6 },
  'git/local': { 'local-repository': 4 },
  'git/pack': { 'fetched-pack.hostile': 3 },
  'git/remote': {
    'commit-size': 2,
    'fetch-objects.hostile': 7,
    'fetch-objects.trees-first': 5,
    'http-session.rate-limit': 2,
  },
  infra: {
    app: 10,
    'app.cdk-synth': 36,
    'app.names': 3,
    'app.upgrade': 4,
    'iam-statements': 3,
    'iam-statements.needs': 7,
    'service-function': 2,
    'workflow-stack': 3,
  },
  'infra/bundle': { 'bundle-functions': 4 },
  'infra/api': { 'api-stack': 2, 'api-stack.limits': 3 },
  'infra/evidence': { 'signing-keys': 2 },
  'infra/sign-in': { 'issuer-stack': 4, 'user-pool': 2 },
  'infra/web': { 'web-settings': 4, 'web-stack': 4 },
  local: { start: 11 },
  'local/console': { 'console-build': 2 },
  'local/control': { 'identity-routes': 6, 'stripe-routes': 6 },
  'local/restore-drill': { 'run-restore-drill': 4 },
  'local/startup': { 'prepare-next-start': 3 },
  ports: { 'store.scans': 4 },
  release: { packages: 5 },
  simulation: {
    'account-rules': 2,
    'billing-world': 4,
    'busy-pool': 3,
    'concurrent-changes': 4,
    'fault-scenarios': 7,
    flood: 8,
    'interrupted-payments': 3,
    'payment-event-orders': 5,
    payments: 5,
    'promotional-grants': 5,
    'scan-crashes': 11,
    'ten-years': 5,
    'watch-of-advisories': 5,
  },
  'simulation/bugs': { 'seeded-bugs': 5 },
  'simulation/cloud/database/compared': { limits: 4, 'same-as-dynamodb': 6 },
  'simulation/deliveries': {
    'deliveries-in-database': 5,
    'disabled-webhooks': 3,
    'interrupted-deliveries': 3,
  },
  'simulation/flows': { 'combine-faults': 12, 'fault-combinations': 7, 'all-flows': 4 },
  'simulation/shrink': { shrink: 7, 'shrink.pair': 15, 'shrink.runs': 35 },
  'simulation/start': { 'every-act': 49, world: 44 },
};

/** These files, the longest first. */
export const longestFirst: readonly { path: string; seconds: number }[] = Object.entries(longFiles)
  .flatMap(([folder, files]) =>
    Object.entries(files).map(([name, seconds]) => ({ path: `test/${folder}/${name}.test.ts`, seconds })),
  )
  .toSorted((a, b) => b.seconds - a.seconds);

/** `npm test` runs each of them on one day of so many. */
const days = 5;

/** The files of each day: from the longest on, each goes to the day that has least to do. */
export const filesByDay = (): readonly (typeof longestFirst)[] => {
  const dealt = Array.from({ length: days }, (): { path: string; seconds: number }[] => []);
  const secondsOf = (files: typeof longestFirst) => files.reduce((sum, { seconds }) => sum + seconds, 0);
  for (const file of longestFirst) dealt.toSorted((a, b) => secondsOf(a) - secondsOf(b))[0]?.push(file);
  return dealt;
};

/** Whether somebody named the files to run: those are run, whatever day it is. */
export const isNamed = process.argv
  .slice(2)
  .some((argument) => argument !== 'run' && !argument.startsWith('-'));

/** The paths of the long files that are left to other days. Each night takes all. */
export const filesOfOtherDays = (): string[] =>
  isNightly || isNamed
    ? []
    : filesByDay().flatMap((files, day) => (day === today % days ? [] : files.map(({ path }) => path)));
