import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { isNightly } from '../support/runs/samples.ts';

/** Starts the service twice and follows the printed lines. */

vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'scangate-demo-'));
let service: ChildProcess | undefined;

const stop = async () => {
  if (!service) return;
  service.kill('SIGTERM');
  await once(service, 'exit');
  service = undefined;
};
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

const env = { ...process.env, PORT: '0', SCANGATE_DATA: join(folder, 'data'), SCANGATE_QUIET: '' };

/** @returns the printed text, once it is complete. */
const start = async (): Promise<string> => {
  const child = spawn(process.execPath, ['bin/local.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  service = child;
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.includes('"branch":"fixed"') && printed.endsWith('echo\n\n')) break;
  }
  return printed;
};

const linesOf = (printed: string): string => printed.slice(printed.indexOf('\nU=http'));
/** `npm test` pastes the lines of the second start as far as the first verdict, each night pastes all. */
const throughFirstVerdict = (printed: string): string =>
  printed.slice(0, printed.indexOf('# What was found'));
const tokenOf = (printed: string): string => /Bearer (sgs_\w+)/.exec(printed)?.[1] ?? '';

/** Runs the lines in a shell. @returns the JSON and the texts that they print. */
const paste = async (printed: string) => {
  // The command line would ask the CI of these tests what to scan.
  const { PATH, HOME } = process.env;
  const { stdout } = await promisify(execFile)('sh', ['-c', linesOf(printed)], { env: { PATH, HOME } });
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  const isJson = (line: string): boolean => line.startsWith('{');
  const answers = lines.filter(isJson).map((line) => JSON.parse(line) as Record<string, unknown>);
  return { answers, texts: lines.filter((line) => !isJson(line)) };
};

test('the printed lines fail the sample, pass its licenses and its fixed commit, and work after a restart', async () => {
  const first = await start();
  expect(first).toContain('only the small built-in sample, 11 records');
  const { answers, texts } = await paste(first);
  const [repository, vulnerable, findings, licenses, fixed] = answers;
  expect(repository).toMatchObject({ fullName: 'sample/storefront', defaultBranch: 'main' });
  expect(vulnerable).toMatchObject({
    verdict: 'FAIL',
    reasons: ['critical_vulnerabilities_found', 'critical_secrets_found'],
  });
  const kinds = Map.groupBy(findings?.['items'] as { kind: string }[], ({ kind }) => kind);
  // Nine packages have eleven vulnerabilities between them.
  expect([...kinds].map(([kind, { length }]) => [kind, length]).sort()).toEqual([
    ['secret', 1],
    ['upgrade', 9],
    ['vulnerability', 11],
  ]);
  expect(licenses).toMatchObject({ verdict: 'PASS', reason: 'no_issues_found' });
  expect(fixed).toMatchObject({ verdict: 'PASS', reason: 'no_issues_found' });
  // The command line finds the scan that is there.
  expect(texts[0]).toMatch(
    /^FAIL: critical vulnerabilities found, critical secrets found\. 12 findings in all\./,
  );
  expect(texts).toContain('exit 1');
  // The release of both repositories is checked without the service.
  expect(texts).toContain('Valid.');
  // The last lines are those of a pipeline, whose token has access to one repository and ends with its rule.
  expect(answers.slice(-4).map((answer) => answer['verdict'] ?? answer['code'])).toEqual([
    'PASS',
    'repository_not_found',
    'oidc_token_used',
    'unauthenticated',
  ]);
  expect(statSync(join(env.SCANGATE_DATA, 'demo.json')).mode & 0o777).toBe(0o600);

  await stop();
  const second = await start();
  expect(tokenOf(second)).toBe(tokenOf(first));
  const again = await paste(isNightly ? second : throughFirstVerdict(second));
  expect(again.answers[1]).toMatchObject({
    scanId: vulnerable?.['scanId'],
    verdict: 'FAIL',
  });
});
