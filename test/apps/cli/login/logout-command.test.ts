import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  address,
  canary,
  loginService,
  me,
  pathOf,
  refusal,
  tokenId,
  userWorld,
} from '#test/support/cli/login-world.ts';
import { scriptedFetch } from '#test/support/cli/scripted-fetch.ts';

/** A person who is logged in, by the code or with a token of their own. */
const loggedIn = async (args: readonly string[] = []) => {
  const world = userWorld();
  const given = { ...loginService(), readInput: async () => canary };
  await world.run(['login', '--url', address, ...args], given);
  return world;
};

test('revokes the token, deletes it, and keeps the address', async () => {
  const { run, file } = await loggedIn();
  const { fetch, sent } = loginService();
  const { exitCode, out } = await run(['logout'], { fetch });
  expect([exitCode, out]).toEqual([0, 'Logged out. The token is revoked.\n']);
  expect(sent.map(pathOf)).toEqual([`DELETE /v1/tokens/${tokenId}`]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ address, logins: {} });
  const again = await run(['logout']);
  expect([again.exitCode, again.out]).toEqual([0, 'You are not logged in.\n']);
  const who = await run(['whoami']);
  expect([who.exitCode, who.log]).toEqual([4, expect.stringContaining('Run scangate login')]);
});

test('a token that was passed in is deleted, and not revoked', async () => {
  const { run, file } = await loggedIn(['--token-stdin']);
  const { fetch, sent } = loginService();
  const { exitCode, out } = await run(['logout'], { fetch });
  expect([exitCode, out, sent]).toEqual([0, expect.stringContaining('stays valid'), []]);
  expect(readFileSync(file, 'utf8')).not.toContain('Canary');
});

describe('the token is deleted whatever the service answers', () => {
  test.each([
    [401, 'unauthenticated', 0, 'The token is revoked.'],
    [404, 'token_not_found', 0, 'The token is revoked.'],
    [403, 'insufficient_scope', 0, 'may not revoke itself'],
    [400, 'invalid_query', 3, 'did not answer'],
  ])('%s %s: exit code %s, %s', async (status, code, expected, text) => {
    const { run, file } = await loggedIn();
    const { exitCode, out } = await run(
      ['logout'],
      scriptedFetch(() => refusal(status, code)),
    );
    expect([exitCode, out]).toEqual([expected, expect.stringContaining(text)]);
    expect(readFileSync(file, 'utf8')).not.toContain('Canary');
  });

  test('unreachable: exit code 3', async () => {
    const { run, file } = await loggedIn();
    const { exitCode, out } = await run(['logout', '--json']);
    expect([exitCode, JSON.parse(out)]).toMatchObject([3, { exit: { code: 3, because: 'out_of_reach' } }]);
    expect(readFileSync(file, 'utf8')).not.toContain('Canary');
  });
});

test('another address has its own token', async () => {
  const { run } = await loggedIn();
  const other = 'https://other.example';
  expect((await run(['logout', '--url', other])).out).toBe('You are not logged in.\n');
  expect((await run(['whoami', '--url', other])).exitCode).toBe(4);
  expect(
    (
      await run(
        ['whoami', '--url', address],
        scriptedFetch(() => ({ json: me })),
      )
    ).exitCode,
  ).toBe(0);
});
