import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { databasePid, isAlive } from '../support/local/service-process.ts';

/** Starts the service twice, follows the printed lines, and ends it by each signal. */

vi.setConfig({ testTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'scangate-demo-'));
let service: ChildProcess | undefined;

afterEach(async () => {
  if (service?.exitCode === null) {
    service.kill('SIGKILL');
    await once(service, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Expects that a signal ends everything within three seconds, with exit code 0. */
const expectToEndBy = async (signal: 'SIGTERM' | 'SIGHUP'): Promise<void> => {
  const database = databasePid(env.SCANGATE_DATA);
  expect(isAlive(database)).toBe(true);
  const at = performance.now();
  const exit = once(service as ChildProcess, 'exit');
  service?.kill(signal);
  expect((await exit)[0]).toBe(0);
  expect(performance.now() - at).toBeLessThan(3000);
  expect(isAlive(database)).toBe(false);
};

const env = { ...process.env, PORT: '0', SCANGATE_DATA: join(folder, 'data'), SCANGATE_QUIET: '' };

/** @returns the printed text, once it is complete. */
const start = async (): Promise<string> => {
  const child = spawn(process.execPath, ['bin/local.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  service = child;
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.includes('"branch":"fixed"') && printed.endsWith('echo\n\n')) break;
  }
  return printed;
};

const linesOf = (printed: string): string => printed.slice(printed.indexOf('\nU=http'));
const tokenOf = (printed: string): string => /Bearer (sgs_\w+)/.exec(printed)?.[1] ?? '';

/** Runs the lines in a shell. @returns the JSON that each one prints. */
const paste = async (printed: string): Promise<Record<string, unknown>[]> => {
  const { stdout } = await promisify(execFile)('sh', ['-c', linesOf(printed)]);
  return stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

test('the printed lines fail the sample, pass its licenses and its fixed commit, and work after a restart; a signal ends all', async () => {
  const first = await start();
  expect(first).toContain('only the small built-in sample, 11 records');
  const [repository, vulnerable, findings, licenses, fixed] = await paste(first);
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
  expect(statSync(join(env.SCANGATE_DATA, 'demo.json')).mode & 0o777).toBe(0o600);

  await expectToEndBy('SIGTERM');
  const second = await start();
  expect(tokenOf(second)).toBe(tokenOf(first));
  expect((await paste(second))[1]).toMatchObject({ scanId: vulnerable?.['scanId'], verdict: 'FAIL' });
  await expectToEndBy('SIGHUP');
});
