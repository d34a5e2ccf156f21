import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cloneAt, commitNamed } from '@scangate/cli/scan/local-commit';
import { commit, git, makeDirectory, makeRepository } from '#test/support/git/test-repository.ts';

const environment = { PATH: process.env['PATH'] };

test('a branch that a fresh clone only has from origin is found by its name', () => {
  const origin = makeRepository();
  commit(origin, { 'a.js': '1' });
  git(origin, ['checkout', '--quiet', '-b', 'topic']);
  const topic = commit(origin, { 'a.js': '2' });
  git(origin, ['checkout', '--quiet', '-']);
  const directory = join(makeDirectory(), 'clone');
  execFileSync('git', ['clone', '--quiet', origin, directory]);
  const clone = cloneAt(directory, environment);
  expect(commitNamed('topic', clone, '--commit')).toBe(topic);
  expect(commitNamed('origin/topic', clone, '--commit')).toBe(topic);
  expect(() => commitNamed('topics', clone, '--commit')).toThrow('is not a commit of this clone');
  const own = commit(directory, { 'a.js': '3' });
  git(directory, ['branch', 'topic']);
  expect(commitNamed('topic', clone, '--commit')).toBe(own);
});
