import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sampleCommits, sampleRepository } from '#local/sample/sample-repository.ts';

/** `npm run scan` and `npm run advisories`, as somebody calls them. */

vi.setConfig({ testTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'scangate-scan-cli-'));
const sample = join(folder, 'storefront');
const advisories = ['--advisories', 'lib/local/sample/sample-advisories.jsonl'];
/** The temporary folder of the program, which must stay empty. */
const scratch = mkdtempSync(join(folder, 'tmp-'));
beforeAll(() => sampleRepository(sample));
afterAll(() => rmSync(folder, { recursive: true }));

const cli = (...args: string[]) =>
  new Promise<{ exitCode: number | string; out: string; notes: string }>((resolve) => {
    const env = { ...process.env, TMPDIR: scratch, SCANGATE_DATA: join(folder, 'data') };
    execFile(process.execPath, ['bin/scangate.mjs', ...args], { env }, (error, out, notes) =>
      resolve({ exitCode: error?.code ?? 0, out, notes }),
    );
  });

interface Document {
  verdict: { verdict: string; reasons: string[]; summary: object };
  findings: { kind: string }[];
}

test('the sample fails, for its vulnerabilities and its secret, and nothing is left on disk', async () => {
  const [sarif, page] = [join(folder, 'a.sarif'), join(folder, 'a.md')];
  const reports = ['--format', 'sarif', '--output', sarif, '--format', 'markdown', '--output', page];
  const { exitCode, out, notes } = await cli('scan', '--offline', sample, ...advisories, ...reports);
  expect([exitCode, notes]).toEqual([
    1,
    expect.stringContaining(`Scanning commit ${sampleCommits.vulnerable}`),
  ]);
  expect(notes).not.toContain('no bundle was made');
  expect(out).toContain('FAIL: critical vulnerabilities found, critical secrets found. ');
  expect(out).toMatch(
    /critical +vulnerability +GHSA-xvch-5gv4-984h \(CVE-2021-44906\) +minimist@1\.2\.5 +1\.2\.6/,
  );
  expect(out).toMatch(/critical +secret +stripe-key +src\/payments\.js:3/);
  expect(out).toContain('Advisories: 11 advisories (npm, PyPI, Go)');
  const { runs } = JSON.parse(readFileSync(sarif, 'utf8')) as { runs: { results: { ruleId: string }[] }[] };
  expect(runs[0]?.results.map(({ ruleId }) => ruleId)).toContain('GHSA-xvch-5gv4-984h');
  expect(readFileSync(page, 'utf8')).toMatch(/^## Scangate: ❌ FAIL/);
  expect(readdirSync(scratch)).toEqual([]);
});

test('the fixed branch passes, even with the lowest threshold', async () => {
  const { exitCode, out } = await cli(
    'scan',
    '--offline',
    sample,
    '--branch',
    'fixed',
    '--threshold',
    'low',
    '--json',
  );
  const { verdict, findings } = JSON.parse(out) as Document;
  expect([exitCode, verdict.verdict, findings]).toEqual([0, 'PASS', []]);
  expect(verdict.summary).toMatchObject({ severityThreshold: 'low' });
});

test('the licenses alone pass on the vulnerable commit', async () => {
  const { exitCode, out } = await cli(
    'scan',
    '--offline',
    sample,
    '--commit',
    sampleCommits.vulnerable,
    '--types',
    'license',
  );
  expect([exitCode, out]).toEqual([0, expect.stringContaining('PASS: nothing at or above critical. ')]);
});

test('without advisories dependencies are not assessed, and by name they are refused', async () => {
  const { exitCode, out } = await cli('scan', '--offline', sample);
  expect(exitCode).toBe(1);
  expect(out).toContain('Dependencies assessed in part: no advisories for npm in the snapshot');
  expect(await cli('scan', '--offline', sample, '--types', 'sca')).toMatchObject({ exitCode: 6, out: '' });
});

test('a missing repository and a missing branch are bad input', async () => {
  expect(await cli('scan', '--offline', scratch)).toMatchObject({ exitCode: 6, out: '' });
  expect(await cli('scan', '--offline', sample, '--branch', 'nope')).toMatchObject({ exitCode: 6, out: '' });
  expect(readdirSync(scratch)).toEqual([]);
});

test('an import works without a running service, and an empty import fails', async () => {
  const imported = await cli('advisories', 'import', 'lib/local/sample/sample-advisories.jsonl');
  expect(imported).toMatchObject({ exitCode: 0, out: expect.stringMatching(/npm +7\n +PyPI +3\n +Go +1/) });
  expect(await cli('advisories', 'import', join(folder, 'nothing'))).toMatchObject({ exitCode: 1, out: '' });
});

test('a bundle that was deleted is not started: the modules run instead', async () => {
  const root = mkdtempSync(join(folder, 'root-'));
  mkdirSync(join(root, 'build/cli'), { recursive: true });
  writeFileSync(join(root, 'build/cli/current.json'), JSON.stringify({ entry: 'gone/cli.js', inputs: [] }));
  cpSync('bin/scangate.mjs', join(root, 'bin/scangate.mjs'));
  cpSync('lib/local/current-build.mjs', join(root, 'lib/local/current-build.mjs'));
  writeFileSync(join(root, 'bin/cli.ts'), "console.log('modules');\n");
  const run = promisify(execFile)(process.execPath, [join(root, 'bin/scangate.mjs'), 'scan']);
  expect((await run).stdout).toBe('modules\n');
});
