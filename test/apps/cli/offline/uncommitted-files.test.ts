import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { runScan } from '#test/support/cli/run-scan.ts';
import { commit, git, makeDirectory, makeRepository } from '#test/support/git/test-repository.ts';

const leak = `KEY=sk_live_${fake(base62, 24)}\n`;

const found = async (repository: string, ...args: string[]) => {
  const { exitCode, out, notes } = await runScan([repository, '--types', 'secrets', '--json', ...args]);
  const { findings = [] } = out === '' ? {} : (JSON.parse(out) as { findings?: { file: string }[] });
  return { exitCode, notes, files: findings.map(({ file }) => file).toSorted() };
};

describe('--working-tree', () => {
  test('scans changed and new files, but neither ignored nor deleted ones', async () => {
    const repository = makeRepository({ 'kept.env': 'a', 'gone.env': leak, '.gitignore': 'ignored.env\n' });
    writeFileSync(join(repository, 'kept.env'), leak);
    writeFileSync(join(repository, 'new ü.env'), leak);
    writeFileSync(join(repository, 'ignored.env'), leak);
    rmSync(join(repository, 'gone.env'));
    const { exitCode, files } = await found(repository, '--working-tree');
    expect([exitCode, files]).toEqual([1, ['kept.env', 'new ü.env']]);
    expect((await found(repository)).files).toEqual(['gone.env']);
  });

  test('follows no link out of the clone, and starts at its root', async () => {
    const outside = makeDirectory();
    writeFileSync(join(outside, 'secret.env'), leak);
    const repository = makeRepository({ 'a.txt': 'a' });
    symlinkSync(join(outside, 'secret.env'), join(repository, 'link.env'));
    symlinkSync(outside, join(repository, 'folder'));
    mkdirSync(join(repository, 'below'));
    writeFileSync(join(repository, 'root.env'), leak);
    const { files } = await found(join(repository, 'below'), '--working-tree');
    expect(files).toEqual(['root.env']);
  });
});

describe('--staged', () => {
  test('scans the files as they are staged, whatever the working tree has', async () => {
    const repository = makeRepository({ 'a.env': 'a', 'b.env': leak });
    writeFileSync(join(repository, 'a.env'), leak);
    git(repository, ['add', 'a.env']);
    writeFileSync(join(repository, 'a.env'), 'clean again');
    git(repository, ['rm', '--quiet', '--cached', 'b.env']);
    writeFileSync(join(repository, 'untracked.env'), leak);
    const { exitCode, files } = await found(repository, '--staged');
    expect([exitCode, files]).toEqual([1, ['a.env']]);
  });

  test('works before the first commit, and with many files of all sizes', async () => {
    const repository = makeRepository();
    const sizes = Array.from({ length: 60 }, (_none, at) => [`f${at}.txt`, 'x'.repeat(at * 997)] as const);
    for (const [path, content] of [...sizes, ['empty.txt', ''] as const, ['last.env', leak] as const])
      writeFileSync(join(repository, path), content);
    git(repository, ['add', '--all']);
    const { exitCode, files, notes } = await found(repository, '--staged');
    expect([exitCode, files]).toEqual([1, ['last.env']]);
    expect(notes).toContain('Scanning the files as they are staged');
  });

  test('refuses files in conflict', async () => {
    const repository = makeRepository({ 'a.txt': 'a' });
    git(repository, ['checkout', '--quiet', '-b', 'other']);
    commit(repository, { 'a.txt': 'b' });
    git(repository, ['checkout', '--quiet', 'trunk']);
    commit(repository, { 'a.txt': 'c' });
    expect(() => git(repository, ['merge', 'other'])).toThrow('merge other');
    const { exitCode, notes } = await found(repository, '--staged');
    expect([exitCode, notes]).toEqual([6, expect.stringContaining('files in conflict')]);
  });
});

test('hooks and programs that the configuration of a clone names are not started', async () => {
  const repository = makeRepository({ 'a.env': leak });
  const marker = join(repository, 'started');
  writeFileSync(join(repository, 'program.sh'), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  git(repository, ['config', 'core.fsmonitor', join(repository, 'program.sh')]);
  git(repository, ['config', 'filter.x.clean', `touch ${marker}; cat`]);
  writeFileSync(join(repository, '.gitattributes'), '* filter=x\n');
  for (const flag of ['--staged', '--working-tree']) await found(repository, flag);
  const { files } = await found(repository, '--working-tree');
  expect(files).toEqual(['a.env']);
  expect(() => rmSync(marker)).toThrow('ENOENT');
});

test.each([
  [['--staged', '--working-tree'], 'exclude each other'],
  [['--staged', '--commit', 'HEAD'], 'select a commit'],
  [['--base', 'HEAD'], '--base needs the service'],
  [['--lockfile', 'x'], '--lockfile needs the service'],
  [['--no-wait'], '--no-wait needs the service'],
  [['--commit', 'nowhere'], 'is not a commit of this clone'],
])('%j exits with 6', async (args, message) => {
  const { exitCode, notes } = await found(makeRepository({ a: 'a' }), ...args);
  expect([exitCode, notes]).toEqual([6, expect.stringContaining(message)]);
});

test('a folder without a clone exits with 6', async () => {
  const { exitCode, notes } = await found(makeDirectory(), '--staged');
  expect([exitCode, notes]).toEqual([6, expect.stringContaining('needs a clone with a working tree')]);
});

test('short hashes and tags name a commit', async () => {
  const repository = makeRepository({ 'a.env': leak });
  git(repository, ['tag', 'v1']);
  const short = git(repository, ['rev-parse', '--short', 'HEAD']);
  commit(repository, { 'a.env': 'clean' });
  for (const name of ['v1', short, 'HEAD~1'])
    expect((await found(repository, '--commit', name)).files).toEqual(['a.env']);
  expect((await found(repository, '--fail-on', 'unassessed', '--commit', 'HEAD')).exitCode).toBe(1);
});
