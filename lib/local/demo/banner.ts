import { resolve } from 'node:path';
import type { Demo } from './demo.ts';
import { linesOfPipeline } from './pipeline-lines.ts';
import { warehouseCommit } from '../sample/warehouse-repository.ts';
import type { LocalCloud } from '../start.ts';

type Started = Pick<LocalCloud, 'url' | 'gatewayUrl' | 'data' | 'identity'>;

const advisoriesText = ({ advisories }: Demo): string => {
  if (!advisories) return 'none';
  const { records, ecosystems, builtAt, isSample: builtIn } = advisories;
  if (builtIn) return `only the small built-in sample, ${records} records`;
  return `${records} records (${ecosystems.join(', ')}) of ${builtAt}`;
};

const curl = (path: string): string => `curl -s -H "$A" "$U${path}"`;

const create = ({ repositoryId }: Pick<Demo, 'repositoryId'>, scan: object): string =>
  [
    'S=$(curl -s -H "$A" -H "Content-Type: application/json" "$U/v1/scans" \\',
    `  -d '${JSON.stringify({ repositoryId, ...scan })}' \\`,
    `  | sed -E 's/.*"scanId":"([^"]+)".*/\\1/')`,
  ].join('\n');

const wait = `${curl('/v1/scans/$S/wait?timeout=120&interval=2')}; echo`;

const releaseOf = ({ bundleId, repositoryId, sample }: Demo): string =>
  [
    `curl -s -H "$A" -H "Content-Type: application/json" "$U/v1/bundles/${bundleId}/releases" \\`,
    `  -d '${JSON.stringify({ version: '1.0.0', commits: { [repositoryId]: sample.commits.fixed } })}'; echo`,
  ].join('\n');

/** A package of the sample repository for which the sample has no advisory. */
const watchedPackage = 'connect';

const publishAdvisory = [
  'curl -s -H "Content-Type: application/json" "$U/_local/advisories" \\',
  `  -d '${JSON.stringify({
    id: 'EXAMPLE-2026-0001',
    modified: '2026-01-01T00:00:00Z',
    summary: 'An example that is published while the service runs',
    affected: [
      {
        package: { ecosystem: 'npm', name: watchedPackage },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
      },
    ],
    database_specific: { severity: 'CRITICAL' },
  })}'; echo`,
].join('\n');

/** Scans the second part of the product, and releases both parts. */
const linesOfRelease = (demo: Demo): string[] => [
  '# Its second part, and both released as one product: PASS, signed, and checked without the service',
  create({ repositoryId: demo.warehouse }, { commitHash: warehouseCommit, branch: 'main' }),
  wait,
  'curl -s -X POST "$U/_local/settle"; echo',
  releaseOf(demo),
  'D=$(mktemp -d)',
  `${curl(`/v1/bundles/${demo.bundleId}/releases/1.0.0/proof`)} > "$D/release.zip"`,
  `${curl('/.well-known/scangate/keys')} > "$D/keys.json"`,
  `npm run --silent verify-verdict -- "$D/release.zip" --keys "$D/keys.json" --organization ${demo.organizationId}`,
];

/** Shell lines to copy, with a comment on each part. */
const linesToTry = (url: string, demo: Demo): string[] => {
  const { vulnerable, fixed, introducing, hiding } = demo.sample.commits;
  return [
    `U=${url}`,
    `A="Authorization: Bearer ${demo.tokens.service}"`,
    '# The repository by its name',
    `${curl(`/v1/repositories/resolve?fullName=${demo.fullName}`)}; echo`,
    '# Scan its vulnerable commit and wait: FAIL',
    create(demo, { commitHash: vulnerable, branch: 'main' }),
    wait,
    '# The same by the command line, which exits by the verdict: 1. It finds the scan that is there and spends nothing',
    `SCANGATE_URL=$U SCANGATE_TOKEN=${demo.tokens.service} npm run --silent scangate -- scan '${demo.sample.path}' \\\n  --repository ${demo.fullName} --commit ${vulnerable} --branch main; echo "exit $?"`,
    '# What was found',
    `${curl('/v1/scans/$S/findings')}; echo`,
    '# The licenses of the same commit alone: PASS',
    create(demo, { commitHash: vulnerable, branch: 'main', scanTypes: ['license'] }),
    wait,
    '# The fixed commit: PASS',
    create(demo, { commitHash: fixed, branch: 'fixed' }),
    wait,
    '# A pull request that introduces a secret: pullRequestCheck FAIL, introduced_secrets',
    create(demo, {
      commitHash: introducing,
      baseCommitHash: vulnerable,
      branch: 'add-refunds',
      pullRequest: { number: 1 },
    }),
    wait,
    '# One that fixes a vulnerability and tries to suppress a secret: verdict FAIL as before, pullRequestCheck PASS',
    create(demo, {
      commitHash: hiding,
      baseCommitHash: vulnerable,
      branch: 'raise-pyyaml',
      pullRequest: { number: 2 },
    }),
    wait,
    ...linesOfRelease(demo),
    '# An advisory that is published today for a package of the scanned default branch: the watch finds it',
    publishAdvisory,
    'curl -s -X POST "$U/_local/settle"; echo',
    `${curl('/v1/findings?limit=100')}; echo`,
    `${curl('/v1/trends')}; echo`,
    `${curl(`/v1/components?purl=pkg:npm/${watchedPackage}`)}; echo`,
    `curl -s -H "Authorization: Bearer ${demo.tokens.owner}" "$U/v1/audit-events"; echo`,
  ];
};

/** The other commands use the default data folder unless this variable is set. */
const folderSetting = (data: string): string =>
  data === resolve('.scangate') ? '' : `SCANGATE_DATA='${data}' `;

const facts = (cloud: Started, demo: Demo): [name: string, text: string][] => [
  ['Console', `${cloud.url}/, signed in by one click and without a password, in Chromium or Firefox:`],
  ['', 'Safari drops Secure cookies on http, also on this machine'],
  ['API', `${cloud.url}/v1/…, described at /docs; the gateway by itself: ${cloud.gatewayUrl}`],
  ['Control plane', `${cloud.url}/_local/…: organizations, clock, faults, ledger audit`],
  ['Inbox', `${cloud.url}/_local/inbox`],
  [
    'Receiver',
    `${cloud.url}/_local/receiver: what the webhook of the demo got, and a switch for each failure`,
  ],
  ['Providers', `${cloud.url}/_local/providers: what the demo's chat and tracker show`],
  ['Stripe', `emulated, without real money: ${cloud.url}/_local/stripe/state`],
  ['Data', `${cloud.data}; to start afresh, stop and delete it`],
  ['Sample', `${demo.fullName}, a git repository in ${demo.sample.path}`],
  ['Advisories', `${advisoriesText(demo)}. Load more, also while this runs:`],
  ['', `${folderSetting(cloud.data)}npm run advisories -- import <directory, .zip or .jsonl of OSV records>`],
];

/** Describes addresses and first steps. It contains the demo's token, so it must stay on this machine. */
export const banner = (cloud: Started, demo: Demo): string =>
  [
    `Scangate listens on ${cloud.url}`,
    '',
    ...facts(cloud, demo).map(([name, text]) => `  ${name.padEnd(15)}${text}`),
    '',
    'To try, copy and paste:',
    '',
    ...linesToTry(cloud.url, demo),
    ...linesOfPipeline(demo, `${cloud.identity.emulator.origin}/ci/github`),
    '',
  ].join('\n');
