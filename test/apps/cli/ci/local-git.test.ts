import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localGit, runGit } from '@scangate/cli/ci/local-git';
import { cloneAt, commitNamed } from '@scangate/cli/scan/local-commit';
import {
  commit,
  git,
  makeDirectory,
  makeLastingRepository,
  makeRepository,
} from '#test/support/git/test-repository.ts';

const environment = { PATH: process.env['PATH'] };

/** Created once, and copied for tests that change it. */
const makeHistory = () => {
  const directory = makeLastingRepository();
  const start = commit(directory, { a: '1' });
  git(directory, ['switch', '--quiet', '--create', 'feature/a']);
  const head = commit(directory, { b: '2' });
  git(directory, ['switch', '--quiet', 'trunk']);
  const tip = commit(directory, { c: '3' });
  return { directory, start, head, tip, clone: localGit(directory, environment) };
};
const kept = makeHistory();
const history = () => {
  const directory = makeDirectory();
  cpSync(kept.directory, directory, { recursive: true });
  return { ...kept, directory, clone: localGit(directory, environment) };
};

test('revisions are resolved to full hashes of commits', () => {
  const { clone, head, tip, directory } = history();
  git(directory, ['tag', '--annotate', '--message=x', 'v1']);
  const names = ['HEAD', 'trunk', 'refs/heads/feature/a', head.slice(0, 8), 'v1'];
  expect(names.map((name) => clone.resolve(name))).toEqual([tip, tip, head, head, tip]);
});

test('a tag that is named like a commit hash is not used instead of the commit', () => {
  const { clone, directory, head, tip } = history();
  git(directory, ['tag', head.slice(0, 12), tip]);
  expect(clone.resolve(head.slice(0, 12))).toBeUndefined();
  expect(() => commitNamed(head.slice(0, 12), cloneAt(directory, environment), '--commit')).toThrow(
    'another hash',
  );
  git(directory, ['tag', '20261123', tip]);
  expect(commitNamed('20261123', cloneAt(directory, environment), '--commit')).toBe(tip);
});

test('a committed folder that looks like a bare repository is not read as one', () => {
  const { directory } = history();
  git(directory, ['clone', '--quiet', '--bare', directory, join(directory, 'app')]);
  const clone = localGit(join(directory, 'app'), environment);
  expect([clone.resolve('HEAD'), clone.resolve('trunk')]).toEqual([undefined, undefined]);
});

test('the newest common ancestor is found', () => {
  const { clone, start, head, tip } = kept;
  expect(clone.mergeBase(tip, head)).toBe(start);
});

test.each([
  '',
  '-h',
  '--help',
  '--upload-pack=x',
  'trunk..feature/a',
  'a b',
  'a\nb',
  'nowhere',
  'HEAD:a',
  'HEAD^{tree}',
])('%j names no commit', (name) => {
  expect(kept.clone.resolve(name)).toBeUndefined();
});

test('an unborn branch, a folder without a repository and a missing folder resolve to nothing', () => {
  for (const directory of [makeRepository(), makeDirectory(), '/nonexistent']) {
    const clone = localGit(directory, environment);
    expect([clone.resolve('HEAD'), clone.isShallow()]).toEqual([undefined, false]);
  }
});

test('a machine without git resolves nothing', () => {
  expect(runGit(makeDirectory(), ['--version'], { PATH: '/nonexistent' })).toBeUndefined();
});

test('a shallow clone is recognized', () => {
  const { directory, tip } = history();
  const shallow = join(makeDirectory(), 'clone');
  git(directory, ['clone', '--quiet', '--depth=1', `file://${directory}`, shallow]);
  const clone = localGit(shallow, environment);
  expect([clone.isShallow(), clone.resolve('HEAD')]).toEqual([true, tip]);
});

test('a detached HEAD is resolved', () => {
  const { directory, head, clone } = history();
  git(directory, ['checkout', '--quiet', head]);
  expect(clone.resolve('HEAD')).toBe(head);
});

describe('programs that the configuration of the clone names are not started', () => {
  test.each([
    'core.fsmonitor',
    'core.sshCommand',
    'core.editor',
    'core.pager',
    'core.askPass',
    'diff.external',
  ])('%s', (setting) => {
    const { directory, clone, head, tip, start } = history();
    const sign = join(makeDirectory(), 'started');
    const program = join(makeDirectory(), 'program.sh');
    writeFileSync(program, `#!/bin/sh\ntouch ${sign}\n`, { mode: 0o755 });
    git(directory, ['config', setting, program]);
    expect([clone.resolve('trunk'), clone.mergeBase(head, tip), clone.isShallow()]).toEqual([
      tip,
      start,
      false,
    ]);
    expect(existsSync(sign)).toBe(false);
  });

  test('a partial clone fetches nothing', () => {
    const { directory, clone, start } = history();
    const sign = join(makeDirectory(), 'started');
    git(directory, ['config', 'remote.origin.url', `ext::touch ${sign}`]);
    git(directory, ['config', 'remote.origin.promisor', 'true']);
    git(directory, ['config', 'extensions.partialClone', 'origin']);
    git(directory, ['config', 'protocol.ext.allow', 'always']);
    expect([clone.resolve('e'.repeat(40)), clone.mergeBase(start, 'e'.repeat(40))]).toEqual([
      undefined,
      undefined,
    ]);
    expect(existsSync(sign)).toBe(false);
  });
});
