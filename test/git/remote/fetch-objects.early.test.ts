import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { packetLine } from '@scangate/git/remote/packet-line';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { serveGit } from '#test/support/git/git-server.ts';
import { failureOf, git, limits, makeRepository, readAll } from '#test/support/git/test-repository.ts';

/** The directories are asked for beside the question what the host can do. */

const client = connectedGitClient({ allowed: new Set(['https', 'loopback']) });
const { signal } = new AbortController();
const files = { 'a.js': 'a', 'web/b.js': 'b' };
const config = { 'uploadpack.allowFilter': 'true', 'transfer.advertiseObjectInfo': 'true' };

/** Says that a host filters and tells sizes, once it was asked for something else. */
const answerOnce = async (isAsked: Promise<void>, response: ServerResponse): Promise<void> => {
  await isAsked;
  const lines = ['version 2', 'fetch=shallow filter', 'object-info'].map(packetLine).join('');
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
  response.end(`${lines}0000`);
};

test('a commit is refused by the sizes of its files after two round trips, of which the first has two requests', async () => {
  const repository = makeRepository(files);
  const isAsked = Promise.withResolvers<void>();
  const { url, requests } = await serveGit(repository, {
    config,
    intercept: ({ method }, response) => {
      if (method !== 'GET') isAsked.resolve();
      else void answerOnce(isAsked.promise, response);
      return method === 'GET';
    },
  });
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const asked = { location: { url }, commitHash, checksSize: true, limits: { ...limits, totalBytes: 1 } };
  expect(await failureOf(client.fetchCommit(asked, signal))).toMatchObject({ reason: 'too_large' });
  expect(requests).toHaveLength(3);
});

test.each([
  ['does not filter', {}],
  ['has no version 2', { config, isOld: true }],
])('a host that %s is asked as it can be', async (_name, host) => {
  const repository = makeRepository(files);
  const { url } = await serveGit(repository, host);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const asked = { location: { url }, commitHash, checksSize: true, limits };
  const { files: read } = await readAll(client.fetchCommit(asked, signal));
  expect(read).toEqual(files);
});
