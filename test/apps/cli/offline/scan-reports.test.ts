import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { endTimeWhileLoading, runScan, type ScanWorld } from '#test/support/cli/run-scan.ts';
import { makeRepository } from '#test/support/git/test-repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'scangate-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const leaking = (): string => makeRepository({ 'src/a.env': `KEY=sk_live_${fake(base62, 24)}\n` });
const scanWith = (args: string[], world: ScanWorld = {}) =>
  runScan([leaking(), '--types', 'secrets', ...args], { directory: folder, ...world });

describe('each report is written in its format', () => {
  test.each([
    ['sarif', /^\{"\$schema":[^]*"ruleId":\s*"stripe-key"/],
    ['cyclonedx-vex', /"specVersion":\s*"1\.6"/],
    ['junit', /^<\?xml [^]*stripe-key/],
    ['markdown', /^## Scangate: ❌ FAIL[^]*stripe-key/],
    ['gitlab-codequality', /^\[\{[^]*"check_name":\s*"stripe-key"/],
    ['gl-secret-detection', /^\{"version":"15\.2\.1"[^]*"value":\s*"stripe-key"/],
    ['gl-sast', /"vulnerabilities":\[\][^]*sast was not requested/],
    ['gl-dependency-scanning', /"vulnerabilities":\[\][^]*sca was not requested/],
  ])('%s', async (format, expected) => {
    const { exitCode, out } = await scanWith(['--format', format]);
    expect([exitCode, out.replaceAll(/\n\s*(?=")/g, '')]).toEqual([1, expect.stringMatching(expected)]);
  });
});

test('several reports go to their files, and the findings are still printed', async () => {
  const other = join(folder, 'b.json');
  const args = ['--format', 'sarif', '--output', 'a.sarif', '--format', 'json', '--output', other];
  const { exitCode, out } = await scanWith(args);
  expect([exitCode, out]).toEqual([1, expect.stringContaining('stripe-key')]);
  expect(readFileSync(join(folder, 'a.sarif'), 'utf8')).toContain('stripe-key');
  expect(JSON.parse(readFileSync(other, 'utf8'))).toMatchObject({
    scan: { scanTypes: ['secrets'] },
    findings: [{ kind: 'secret', file: 'src/a.env' }],
  });
});

test('without a verdict there is no report, and a note says so', async () => {
  const { loadAdvisories } = endTimeWhileLoading();
  const ran = await scanWith(['--format', 'junit', '--output', 'never.xml'], { loadAdvisories });
  expect([ran.exitCode, ran.notes]).toEqual([3, expect.stringContaining('no report')]);
  expect(ran.out).toContain('NO VERDICT');
  expect(() => readFileSync(join(folder, 'never.xml'))).toThrow('ENOENT');
});

test('a report that cannot be written is bad input, and the verdict is still shown', async () => {
  const args = ['--format', 'sarif', '--output', `${'x'.repeat(300)}.sarif`];
  const { exitCode, out, notes } = await scanWith(args);
  expect([exitCode, out, notes]).toEqual([
    6,
    expect.stringContaining('FAIL'),
    expect.stringContaining('The sarif report cannot be written'),
  ]);
});

describe('an SBOM', () => {
  const lockfile = JSON.stringify({
    name: 'shop',
    lockfileVersion: 3,
    packages: { '': { dependencies: { minimist: '1.2.5' } }, 'node_modules/minimist': { version: '1.2.5' } },
  });
  const scanned = (args: string[]) =>
    runScan([makeRepository({ 'package-lock.json': lockfile, 'api/package-lock.json': lockfile }), ...args]);

  test('covers all project units, as CycloneDX or as SPDX', async () => {
    const cyclonedx = JSON.parse((await scanned(['--format', 'cyclonedx'])).out) as Record<string, unknown>;
    expect(cyclonedx).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    expect(JSON.stringify(cyclonedx)).toContain('pkg:npm/minimist@1.2.5');
    const spdx = JSON.parse((await scanned(['--format', 'spdx'])).out) as Record<string, unknown>;
    expect(spdx).toMatchObject({ spdxVersion: 'SPDX-2.3' });
  });

  test('is refused if the scan types produce none', async () => {
    const { exitCode, notes } = await scanned(['--format', 'cyclonedx', '--types', 'secrets']);
    expect([exitCode, notes]).toEqual([6, expect.stringContaining('There is no SBOM')]);
  });
});
