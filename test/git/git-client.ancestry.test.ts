import { expect, test } from 'vitest';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { delimiterPacket, packetLine } from '@scangate/git/remote/packet-line';
import { serveGit, type GitServerOptions } from '../support/git/git-server.ts';
import { answerFetch, packOfObjects, packetsOfPack } from '../support/git/pack-answer.ts';
import { commit, git, makeRepository } from '../support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback', 'file']) });
const { signal } = new AbortController();
const missing = '0123456789abcdef0123456789abcdef01234567';

const protocols: [string, GitServerOptions][] = [
  ['version 2', {}],
  ['version 2 with filter', { config: { 'uploadpack.allowFilter': 'true' } }],
  ['version 0', { isOld: true }],
  ['version 0 with filter', { isOld: true, config: { 'uploadpack.allowFilter': 'true' } }],
];

/** A trunk of three commits with a merged branch, and a branch that was not merged. */
const makeHistory = (format: 'sha1' | 'sha256' = 'sha1') => {
  const repository = makeRepository(undefined, format);
  const first = commit(repository, { a: '1' });
  git(repository, ['checkout', '--quiet', '-b', 'merged']);
  const merged = commit(repository, { b: '1' });
  git(repository, ['checkout', '--quiet', 'trunk']);
  commit(repository, { a: '2' });
  git(repository, ['merge', '--quiet', '--no-ff', '--message=merge', 'merged']);
  const tip = commit(repository, { a: '3' });
  git(repository, ['checkout', '--quiet', '-b', 'open', first]);
  const open = commit(repository, { c: '1' });
  return { repository, first, merged, tip, open };
};

test.each(protocols)('the tip and its ancestors are proven, and no other commit (%s)', async (_, options) => {
  const { repository, first, merged, tip, open } = makeHistory();
  const { url } = await serveGit(repository, options);
  const commits = [first, merged, tip, open, missing];
  const proven = await client.ancestorsOf({ location: { url }, tip, commits }, signal);
  expect(proven.toSorted()).toEqual([first, merged, tip].toSorted());
});

test.each(['sha1', 'sha256'] as const)(
  'ancestors are found in a repository on this disk (%s)',
  async (format) => {
    const { repository, first, merged, tip, open } = makeHistory(format);
    const commits = [first, merged, tip, open];
    const proven = await client.ancestorsOf({ location: { url: repository }, tip, commits }, signal);
    expect(proven.toSorted()).toEqual([first, merged, tip].toSorted());
  },
);

test('the tip itself is proven without a request to the host', async () => {
  const { repository, tip } = makeHistory();
  const { url, requests } = await serveGit(repository);
  expect(await client.ancestorsOf({ location: { url }, tip, commits: [tip] }, signal)).toEqual([tip]);
  expect(requests).toEqual([]);
});

test('a host that claims an ancestor and sends other commits proves nothing', async () => {
  const { repository, tip, open } = makeHistory();
  const pack = packOfObjects(repository, [tip]);
  const answered = Buffer.concat([
    Buffer.from(['acknowledgments', `ACK ${open}`, 'ready'].map(packetLine).join('') + delimiterPacket),
    packetsOfPack(pack, 1000),
  ]);
  const { url } = await serveGit(repository, { intercept: answerFetch(() => answered) });
  expect(await client.ancestorsOf({ location: { url }, tip, commits: [open] }, signal)).toEqual([]);
});

test('the tip of a rewritten history does not have the old commit', async () => {
  const { repository, tip } = makeHistory();
  git(repository, ['checkout', '--quiet', 'trunk']);
  git(repository, ['reset', '--quiet', '--hard', 'HEAD~1']);
  const rewritten = commit(repository, { a: 'other' });
  const { url } = await serveGit(repository);
  expect(await client.ancestorsOf({ location: { url }, tip: rewritten, commits: [tip] }, signal)).toEqual([]);
});
