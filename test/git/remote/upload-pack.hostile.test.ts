import { expect, test } from 'vitest';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { packetLine } from '@scangate/git/remote/packet-line';
import { answer, serveGit } from '#test/support/git/git-server.ts';
import { failureOf, makeRepository } from '#test/support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback']) });
const { signal } = new AbortController();

/** Starts a host that sends this advertisement. */
const hostSaying = async (lines: readonly string[]): Promise<string> => {
  const body = `${packetLine('# service=git-upload-pack')}0000${lines.map(packetLine).join('')}0000`;
  const headers = { 'content-type': 'application/x-git-upload-pack-advertisement' };
  const { url } = await serveGit(makeRepository({ a: 'a' }), { intercept: answer(200, headers, body) });
  return url;
};

const many = (line: (index: number) => string): string[] =>
  Array.from({ length: 50_000 }, (_, at) => line(at));
const id = (at: number): string => (at + 1).toString(16).padStart(40, '0');

test.each([
  ['capabilities', ['version 2', ...many((at) => `c${at}`)]],
  ['words after its refs', many((at) => `${id(at)} refs/heads/${at}\0one two`)],
  ['lines that are not refs', many((at) => ` ${at}`)],
])('a host that lists %s endlessly is refused, and the list is not kept', async (_what, lines) => {
  const failure = await failureOf(client.defaultBranch({ url: await hostSaying(lines) }, signal));
  expect(failure).toMatchObject({ reason: 'invalid_repository' });
});

test('the requested ref is found anywhere in a long list', async () => {
  const list = many((at) => `${id(at)} refs/heads/${at}`);
  const [first = '', ...rest] = list;
  const url = await hostSaying([`${first}\0shallow`, ...rest, `shallow ${id(7)}`]);
  for (const at of [0, 25_000, 49_999])
    expect(await client.resolveBranch({ url }, String(at), signal)).toBe(id(at));
  expect(await failureOf(client.resolveBranch({ url }, '50000', signal))).toMatchObject({
    reason: 'commit_not_found',
  });
});
