import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import {
  canary,
  scanId,
  scriptedService,
  severities,
  verdictOf,
} from '#test/support/cli/scripted-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'scangate-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

let places = 0;
const wait = async (text: string | undefined, args: string[] = []) => {
  const directory = join(folder, String((places += 1)));
  mkdirSync(directory);
  if (text !== undefined) writeFileSync(join(directory, '.scangate.yaml'), text);
  const summary = { secrets: severities({ low: 1 }), severityThreshold: 'critical' as const };
  const service = scriptedService({ verdict: verdictOf({ summary }) });
  const environment = {
    PATH: process.env['PATH'],
    SCANGATE_URL: 'https://scangate.example',
    SCANGATE_TOKEN: canary,
  };
  const ran = await runMain(['wait', scanId, ...args], { directory, fetch: service.fetch, environment });
  return { ...ran, directory, service };
};

test('the file sets what the flags leave open', async () => {
  expect((await wait(undefined)).exitCode).toBe(0);
  expect((await wait('failOn: low')).exitCode).toBe(1);
  expect((await wait('failOn: low', ['--fail-on', 'medium'])).exitCode).toBe(0);
  const { service } = await wait('intervalSeconds: 9\ntimeoutSeconds: 7');
  expect(service.requests[0]?.query).toMatchObject({ timeout: '7', interval: '9' });
});

test('its reports are written if no flag asks for one', async () => {
  const text = 'reports: [{ format: markdown, output: scan.md }]';
  const { directory, out } = await wait(text);
  expect([readFileSync(join(directory, 'scan.md'), 'utf8'), out]).toEqual([
    expect.stringContaining('report text/markdown'),
    expect.stringContaining('PASS'),
  ]);
  const own = await wait(text, ['--format', 'sarif']);
  expect(own.out).toBe('report application/sarif+json');
});

test('a symbolic link in the repository redirects no report', async () => {
  const directory = join(folder, 'links');
  mkdirSync(directory);
  writeFileSync(join(folder, 'victim.md'), 'as it was');
  symlinkSync('../victim.md', join(directory, 'scan.md'));
  symlinkSync('..', join(directory, 'up'));
  for (const output of ['scan.md', 'up/victim.md', 'up/new.md']) {
    writeFileSync(join(directory, '.scangate.yaml'), `reports: [{ format: markdown, output: ${output} }]`);
    const { exitCode, log } = await runMain(['wait', scanId], { directory });
    expect([exitCode, log]).toEqual([6, expect.stringContaining('is a link')]);
    const asked = await runMain(['wait', scanId, '--format=json', `--output=${output}`], { directory });
    expect([asked.exitCode, asked.log]).toEqual([6, expect.stringContaining('is a link')]);
  }
  expect(readFileSync(join(folder, 'victim.md'), 'utf8')).toBe('as it was');
});

test('a setting that the file must not have exits with 6 before any request', async () => {
  for (const text of ['url: https://other.example', `#${'x'.repeat(1_000_000)}`]) {
    const { exitCode, log, service } = await wait(text);
    expect([exitCode, log, service.lines()]).toEqual([
      6,
      expect.stringMatching(/^\.scangate\.yaml:1:1: /),
      [],
    ]);
  }
  const linked = join(folder, 'linked');
  mkdirSync(linked);
  symlinkSync('/etc/hostname', join(linked, '.scangate.yaml'));
  const { exitCode, log } = await runMain(['wait', scanId], { directory: linked });
  expect([exitCode, log]).toEqual([6, '.scangate.yaml:1:1: this is not a file.\n']);
});
