import { expect, test } from 'vitest';
import type { HistorySlice } from '@scangate/git/history/plan-history';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { serveGit } from '#test/support/git/git-server.ts';
import { commit, git, makeRepository } from '#test/support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['loopback', 'file']) });
const { signal } = new AbortController();
const limits = { commits: 100, slices: 2, commitsPerSlice: 1 };

/** The commits of a slice, as git lists them. */
const commitsOf = (repository: string, { heads, known }: HistorySlice): string[] =>
  git(repository, ['rev-list', ...heads, ...known.map((id) => `^${id}`)]).split('\n');

test.each(['a host', 'this disk'])(
  'a slice is halved, each commit in one half, until it is one (%s)',
  async (host) => {
    const repository = makeRepository({ 'a.txt': 'a' });
    const known = git(repository, ['rev-parse', 'HEAD']);
    git(repository, ['checkout', '-q', '-b', 'side']);
    commit(repository, { 'b.txt': 'b' });
    git(repository, ['checkout', '-q', 'trunk']);
    commit(repository, { 'c.txt': 'c' });
    git(repository, ['merge', '-q', '-m', 'merge', 'side']);
    const head = commit(repository, { 'd.txt': 'd' });
    const config = { 'uploadpack.allowFilter': 'true', 'uploadpack.allowAnySHA1InWant': 'true' };
    const url = host === 'a host' ? (await serveGit(repository, { config })).url : `file://${repository}`;
    const halve = async (slice: HistorySlice) => {
      const { slices, unread } = await client.planHistory(
        { location: { url }, maxTips: 10, limits, slice },
        signal,
      );
      expect(unread).toEqual([]);
      return slices;
    };
    const whole = { heads: [head], known: [known] };
    const halves = await halve(whole);
    expect(halves).toHaveLength(2);
    expect(halves.flatMap((half) => commitsOf(repository, half)).toSorted()).toEqual(
      commitsOf(repository, whole).toSorted(),
    );
    expect(
      await halve({ heads: [head], known: git(repository, ['rev-parse', 'HEAD^']).split('\n') }),
    ).toHaveLength(1);
  },
);
