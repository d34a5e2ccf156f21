import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInSampleFolder } from '@scangate/engines/source-files/file-class';
import type { ScanRequest } from '@scangate/domain/scans/resolve-request';
import { runs } from '#test/support/runs/samples.ts';
import { cvss, indexOf, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { baseCommitHash, baseWorld, leakedKey, lock } from './base-world.ts';
import { committerActions, type Action, type Files } from './committer-actions.ts';

const clean: Files = { 'package-lock.json': lock({ right: '1.0.0' }), 'README.md': '# App\n' };
const secret = leakedKey();
const secretFile = `#!/bin/sh\nexport AWS_ACCESS_KEY_ID=${secret}\necho done\n`;
const weakness = `const { exec } = require('child_process');
app.get('/ping', (req, res) => {
  exec('ping ' + req.query.host);
});
`;

const run = (source: string): string => `const { exec } = require('child_process');
app.get('/run', (req, res) => {
  const name = ${source};
  exec('ls ' + name); // scangate:allow js-command-injection the name is fixed
});
`;

/** The rest of the reviewed side: entries and comments that a committer may want to use. */
const reviewed: Files = {
  ...clean,
  '.scangateignore': 'vendor/\n# old samples\nlegacy/**\n',
  'tools/old.sh': `export AWS_ACCESS_KEY_ID=${leakedKey('Z')} # scangate:allow aws-access-key-id revoked\n`,
  'tools/run.js': run(`'fixed'`),
};

/** Returns whether an entry of the reviewed side covers a path. */
const isIgnored = (path: string): boolean => /(?:^|\/)vendor\/|^legacy\//.test(path);

const isCode = (path: string): boolean => path.endsWith('.js');
const anywhere = (): boolean => true;
const has = (files: Files, text: string, fits: (path: string) => boolean = anywhere): boolean =>
  Object.entries(files).some(([path, content]) => fits(path) && content.includes(text));

interface Planted {
  files: Files;
  /** Whether the commit still has it. */
  isThere: (files: Files) => boolean;
}

const planted: Record<string, Planted> = {
  secret: { files: { 'src/deploy.sh': secretFile }, isThere: (files) => has(files, secret) },
  weakness: {
    files: { 'src/app.js': weakness },
    isThere: (files) => has(files, `exec('ping ' + req.query.host)`, isCode),
  },
  vulnerability: {
    files: { 'package-lock.json': lock({ left: '1.0.0' }) },
    isThere: (files) => files['package-lock.json'] === lock({ left: '1.0.0' }),
  },
};

const numRuns = runs(60);

const own = 'd'.repeat(40);
const older = 'a'.repeat(40);

/** The requests of a committer: any base, any label and any types. */
const requests: fc.Arbitrary<Partial<ScanRequest>> = fc.record(
  {
    baseCommitHash: fc.constantFrom(baseCommitHash, older, own, 'c'.repeat(40), 'f'.repeat(40)),
    branch: fc.constantFrom('main', 'refs/heads/main', 'HEAD', 'feature'),
    scanTypes: fc.constantFrom(['secrets'], ['sast', 'secrets'], ['license'], ['all']),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<ScanRequest>>;

const runActions = (start: Files, actions: readonly Action[]): Files[] => {
  const versions = [start];
  for (const action of actions) versions.push(action(versions.at(-1) ?? start, versions));
  return versions;
};

/** Scans a commit of the committer, after an earlier version, whose results may have been removed. */
const scanLast = async (
  versions: readonly Files[],
  base: Files,
  { request, isPurged }: { request: Partial<ScanRequest>; isPurged: boolean },
) => {
  const head = versions.at(-1) ?? base;
  const world = baseWorld({ head, base, withSast: true }, request);
  const left = osvRecord({ name: 'left', severity: cvss(vector.critical) });
  world.ports.advisories = { load: async () => indexOf(left) };
  const { sources, blobs } = world.world;
  sources.commits.set(own, versions.at(-2) ?? base).set(older, clean);
  sources.history.add(older);
  for (const name of ['refs/heads/main', 'HEAD', 'feature']) sources.tips.set(name, own);
  sources.between.push([own, versions.at(-2) ?? base]);
  if (isPurged) {
    await world.scanHead();
    for (const name of blobs.objects.keys()) blobs.objects.delete(name);
  }
  return (await world.scanHead()).ended;
};

const plans = fc.record({
  actions: fc.array(committerActions, { maxLength: 5 }),
  request: requests,
  isPurged: fc.boolean(),
});

const green = (ended: Awaited<ReturnType<typeof scanLast>>): boolean =>
  ended?.verdict?.verdict === 'PASS' && (ended.verdict.missingScanTypes ?? []).length === 0;

test.each(Object.entries(planted))(
  'no sequence of commits and requests turns red into green while the %s is present',
  async (_, { files, isThere }) => {
    const base = { ...reviewed, ...files };
    await fc.assert(
      fc.asyncProperty(plans, async ({ actions, request, isPurged }) => {
        const versions = runActions(base, actions);
        fc.pre(isThere(versions.at(-1) ?? base));
        expect(green(await scanLast(versions, base, { request, isPurged }))).toBe(false);
      }),
      { numRuns },
    );
  },
  60_000,
);

test('no sequence of commits and requests hides the effect of a changed source on reviewed code', async () => {
  const start = { ...reviewed, 'tools/run.js': run('req.query.name') };
  await fc.assert(
    fc.asyncProperty(plans, async ({ actions, request, isPurged }) => {
      const versions = runActions(start, actions);
      const head = versions.at(-1) ?? start;
      fc.pre(has(head, 'const name = req.query.name', (path) => isCode(path) && !isIgnored(path)));
      expect(green(await scanLast(versions, reviewed, { request, isPurged }))).toBe(false);
    }),
    { numRuns },
  );
}, 60_000);

test('a secret that the reviewed side never had is judged at its own path, and fails every check with a base', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async ({ actions, request, isPurged }) => {
      const versions = runActions({ ...reviewed, 'src/deploy.sh': secretFile }, actions);
      const head = versions.at(-1) ?? {};
      fc.pre(has(head, secret, (path) => !isInSampleFolder(path) && !isIgnored(path)));
      const ended = await scanLast(versions, reviewed, { request, isPurged });
      expect(green(ended)).toBe(false);
      const { pullRequestCheck: check } = ended ?? {};
      if (check && !request.scanTypes?.includes('license')) expect(check.verdict).not.toBe('PASS');
    }),
    { numRuns },
  );
}, 60_000);
