import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { CliFailure, exitCodes } from '@scangate/cli/exit-codes';
import { loadSampleAdvisories } from '#test/support/cli/load-sample-advisories.ts';
import { sampleCommits, sampleRepository } from '#local/sample/sample-repository.ts';
import { endTimeWhileLoading, runScan } from '#test/support/cli/run-scan.ts';
import { answer, serveGit } from '#test/support/git/git-server.ts';
import { commit, git, makeRepository } from '#test/support/git/test-repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'scangate-cli-'));
const storefront = join(folder, 'storefront');
beforeAll(() => sampleRepository(storefront));
afterAll(() => rmSync(folder, { recursive: true }));

const documentOf = (out: string) =>
  JSON.parse(out) as {
    scan: { commitHash: string; branch?: string; scanTypes: string[]; status: string };
    verdict: { verdict: string | null; reasons: string[]; errorCode?: string; summary: object };
    findings: { kind: string; projectUnitId: string }[];
    advisories: object;
  };

describe('the exit code follows the verdict', () => {
  test('0 for PASS', async () => {
    const ran = await runScan([makeRepository({ 'a.js': 'console.log(1);\n' })]);
    expect([ran.exitCode, ran.out]).toEqual([
      0,
      expect.stringContaining(
        'PASS: nothing at or above critical. No findings below.\nReason: no_issues_found',
      ),
    ]);
  });

  test('1 for FAIL', async () => {
    const ran = await runScan([storefront, '--types', 'sca,secrets']);
    expect(ran.exitCode).toBe(1);
    expect(ran.out).toContain(
      'FAIL: critical vulnerabilities found, critical secrets found. 12 findings in all.',
    );
  });

  test('2 for ERROR, when there is no readable lockfile or no such commit', async () => {
    const repository = makeRepository({ 'package-lock.json': '{' });
    const unreadable = await runScan([repository, '--types', 'sca']);
    expect([unreadable.exitCode, unreadable.out]).toEqual([2, expect.stringContaining('lockfile_not_found')]);
    const inapplicable = await runScan([makeRepository({ a: 'a' }), '--types', 'sca']);
    expect([inapplicable.exitCode, inapplicable.out]).toEqual([
      2,
      expect.stringContaining('lockfile_not_found'),
    ]);
    const missing = await runScan([storefront, '--commit', '0'.repeat(40)]);
    expect(missing.exitCode).toBe(2);
    expect(missing.out).toContain('Reason: scan_failed, branch_or_commit_not_found');
  });

  test('2 and the reason for a clone that lacks a file of the commit', async () => {
    const repository = makeRepository({ a: 'a' });
    const blob = git(repository, ['rev-parse', 'HEAD:a']);
    rmSync(join(repository, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const ran = await runScan([repository, '--types', 'secrets']);
    expect([ran.exitCode, ran.out]).toEqual([2, expect.stringContaining('Reason: scan_failed')]);
    expect(ran.notes).toContain('a file of the commit is missing');
  });

  test('3 without a verdict when the time is over', async () => {
    const { asked, loadAdvisories } = endTimeWhileLoading();
    const ran = await runScan([storefront, '--timeout', '7'], { loadAdvisories });
    expect(asked.mock.calls[0]).toEqual([7_000]);
    expect([ran.exitCode, ran.out]).toEqual([3, expect.stringContaining('NO VERDICT: wait_timeout')]);
  });
});

describe('a repository without a project', () => {
  const key = ['ghp', '96ipbNClShVP4wY4for9duMl7JRU7B3Ken4S'].join('_');

  test('says what it does not read, by default and by name', async () => {
    const repository = makeRepository({ 'project.clj': '(defproject a "1")\n', 'Cartfile.resolved': 'x\n' });
    const full = await runScan([repository, '--json']);
    expect(full.out).toContain('it is not read (Leiningen)');
    expect(full.out).toContain('it is not read (Carthage)');
    const byName = await runScan([repository, '--types', 'sca']);
    expect([byName.exitCode, byName.out]).toEqual([2, expect.stringContaining('lockfile_not_found')]);
  });

  test('has its pins in a requirements.in and a Dockerfile matched', async () => {
    const variants: [string, string][] = [
      ['requirements.in', 'pyyaml==5.1\n'],
      ['Dockerfile', 'FROM python:3\nRUN pip install pyyaml==5.1\n'],
    ];
    for (const [file, text] of variants) {
      const ran = await runScan([makeRepository({ [file]: text, 'web/package.json': '{}' })]);
      expect([ran.exitCode, ran.out]).toEqual([1, expect.stringContaining('critical vulnerabilities found')]);
    }
  });

  test('has the texts of its links searched, committed, staged and in the working tree', async () => {
    const repository = makeRepository({ 'a.txt': 'a' });
    symlinkSync(`d/${key}`, join(repository, 'lnk'));
    const scan = (...args: string[]) => runScan([repository, '--types', 'secrets', ...args]);
    expect((await scan('--working-tree')).exitCode).toBe(1);
    git(repository, ['add', '.']);
    expect((await scan('--staged')).exitCode).toBe(1);
    commit(repository, { 'b.txt': 'b' });
    expect((await scan()).exitCode).toBe(1);
  });
});

describe('the exit code of a repository that cannot be opened', () => {
  test.each([
    [4, 401],
    [3, 429],
    [6, 418],
    [3, 500],
  ])('is %i when its host answers %i', async (exitCode, status) => {
    const { url } = await serveGit(makeRepository(), { intercept: answer(status, { 'retry-after': '900' }) });
    const ran = await runScan([url]);
    expect([ran.exitCode, ran.out, ran.loaded]).toEqual([exitCode, '', []]);
    expect(ran.notes).toMatch(/host|credential/i);
  });

  test.each([
    ['no directory', (path: string) => [join(path, 'none')]],
    ['no repository', (path: string) => [dirname(path)]],
    ['no such branch', (path: string) => [path, '--branch', 'none']],
  ])('is 6 for %s', async (_, args) => {
    const ran = await runScan(args(makeRepository({ a: 'a' })));
    expect([ran.exitCode, ran.out, ran.loaded]).toEqual([6, '', []]);
  });
});

describe('the scanned commit', () => {
  test('is HEAD with its branch, and never the working tree', async () => {
    const ran = await runScan([storefront, '--types', 'license', '--json']);
    expect(documentOf(ran.out).scan).toMatchObject({
      commitHash: sampleCommits.vulnerable,
      branch: 'main',
      scanTypes: ['license'],
      status: 'completed',
    });
  });

  test('is the newest of a branch, or the given one', async () => {
    const repository = makeRepository({ a: '1' });
    const first = git(repository, ['rev-parse', 'HEAD']);
    git(repository, ['branch', 'dev']);
    const second = commit(repository, { a: '2' });
    const json = ['--types', 'secrets', '--json'];
    const scanned = async (...args: string[]) =>
      documentOf((await runScan([repository, ...args, ...json])).out).scan;
    expect(await scanned()).toMatchObject({ commitHash: second, branch: 'trunk' });
    expect(await scanned('--branch', 'dev')).toMatchObject({ commitHash: first, branch: 'dev' });
    const byHash = await scanned('--commit', first.toUpperCase());
    expect([byHash.commitHash, byHash.branch]).toEqual([first, undefined]);
  });

  test('is found from the directory of the caller, and over the network', async () => {
    const repository = makeRepository({ a: '1' });
    const { url } = await serveGit(repository);
    const relative = await runScan([basename(repository), '--types', 'secrets'], {
      directory: dirname(repository),
    });
    const remote = await runScan([url, '--types', 'secrets']);
    expect([relative.exitCode, remote.exitCode]).toEqual([0, 0]);
  });
});

describe('the threshold', () => {
  test('decides the verdict, and is part of the summary', async () => {
    const passing = ['--commit', sampleCommits.vulnerable, '--types', 'license', '--json'];
    const high = documentOf((await runScan([storefront, '--threshold', 'high', ...passing])).out);
    expect(high.verdict).toMatchObject({ verdict: 'PASS', summary: { severityThreshold: 'high' } });
    const fixed = await runScan([storefront, '--branch', 'fixed', '--threshold', 'low', '--json']);
    expect([fixed.exitCode, documentOf(fixed.out).findings]).toEqual([0, []]);
  });
});

describe('the advisories', () => {
  test('of the sample are named on both channels', async () => {
    const ran = await runScan([storefront]);
    expect(ran.loaded).toEqual([[]]);
    expect(ran.notes).toMatch(/Using the advisories in .*sample-advisories/);
    expect(ran.out).toMatch(/Advisories: 11 advisories \(/);
  });

  test('that are given are used instead', async () => {
    const given = await loadSampleAdvisories();
    const ran = await runScan([storefront, '--advisories', 'a.zip', '--advisories', 'b.jsonl'], {
      loadAdvisories: async (_, onProgress) => {
        onProgress(1000);
        const used = { ...given.used, unreadable: 1 };
        return { ...given, used, badRecords: [{ name: 'x.json', reason: 'not JSON' }] };
      },
    });
    expect(ran.loaded).toEqual([['a.zip', 'b.jsonl']]);
    expect(ran.out).toContain('1 could not be read');
    expect(ran.notes).toMatch(/1000 advisories[^]*x\.json: not JSON/);
  });

  test('that cannot be read end the scan', async () => {
    const loadAdvisories = () =>
      Promise.reject(new CliFailure(exitCodes.badInput, 'No advisories were read: the source is damaged.'));
    const ran = await runScan([storefront, '--advisories', 'a.zip'], { loadAdvisories });
    expect([ran.exitCode, ran.out, ran.notes]).toEqual([6, '', expect.stringContaining('damaged')]);
  });
});

test('--json prints one document with scan, verdict, findings, advisories and exit', async () => {
  const { out } = await runScan([storefront, '--json']);
  const document = documentOf(out);
  expect(Object.keys(document)).toEqual(['scan', 'verdict', 'findings', 'advisories', 'exit']);
  expect(document.verdict.reasons).toEqual(['critical_vulnerabilities_found', 'critical_secrets_found']);
  expect(document.findings.every(({ projectUnitId }) => projectUnitId !== '')).toBe(true);
  expect(document.advisories).toEqual({
    records: 11,
    ecosystems: ['npm', 'PyPI', 'Go'],
    unreadable: 0,
  });
});
