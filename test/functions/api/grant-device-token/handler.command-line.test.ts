import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { endpoints } from '#functions/api/index.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { approveDevice, denyDevice, recentSession } from '#test/support/api/device-calls.ts';
import { runMain } from '#test/support/cli/run-main.ts';
import { newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

/** The command line and the handlers, with nothing scripted between them. */

const address = 'https://scangate.example';
let organization: TestOrganization;
let home: string;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  home = mkdtempSync(join(tmpdir(), 'scangate-login-'));
});
afterEach(() => {
  vi.setSystemTime(noon);
  rmSync(home, { recursive: true, force: true });
});

/** The caller whom the authorizer finds by a token. */
const callerBy = async (authorization: string | null): Promise<Caller | undefined> => {
  const secret = authorization?.replace('Bearer ', '');
  const id = { tokenHash: tokenHash(secret ?? '') };
  const token = secret === undefined ? undefined : await world.store.get('token', id);
  return token && { ...organization.as('member'), tokenId: token.tokenId, scopes: token.scopes };
};

/** Sends the requests of the command line to the handlers. */
const fetch: typeof globalThis.fetch = async (input, init = {}) => {
  const { pathname } = new URL(String(input));
  const method = init.method ?? 'GET';
  const [, tokenId] = /^\/v1\/tokens\/(.+)$/.exec(pathname) ?? [];
  const path = tokenId === undefined ? pathname : '/v1/tokens/{tokenId}';
  const found = endpoints.find((one) => one.method === method && one.path === path);
  const caller = await callerBy(new Headers(init.headers).get('authorization'));
  const answer = await call(found?.name ?? '', {
    ...(caller && { caller }),
    ...(tokenId !== undefined && { params: { tokenId } }),
    ...(typeof init.body === 'string' && { body: JSON.parse(init.body) }),
  });
  const { status, headers, text } = answer;
  return new Response(status === 204 ? null : text, { status, headers });
};

/** Runs the command line on a clock that it moves itself; `decide` gets the code when it is shown. */
const run = (
  args: string[],
  decide: (userCode: string, polls: number) => Promise<unknown> = async () => {},
) => {
  let [elapsed, code, polls] = [0, '', 0];
  return runMain(args, {
    environment: { HOME: home, SCANGATE_URL: address },
    elapsedMs: () => elapsed,
    sleep: async (delayMs) => {
      vi.setSystemTime(new Date(noon.getTime() + (elapsed += delayMs)));
      await decide(code, (polls += 1));
    },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const { userCode } = (await response
        .clone()
        .json()
        .catch(() => ({}))) as { userCode?: string };
      code = userCode ?? code;
      return response;
    },
  });
};

test('a person logs in, calls whoami, and logs out: one token, which is invalid then', async () => {
  const approve = async (userCode: string, polls: number) => {
    if (polls !== 3) return;
    const scopes = ['scans:read', 'tokens:write'] as const;
    expect((await approveDevice(recentSession(organization), userCode, { scopes })).status).toBe(200);
  };
  const login = await run(['login'], approve);
  expect([login.exitCode, login.out]).toEqual([
    0,
    expect.stringContaining('Logged in as member@example.com'),
  ]);
  const file = join(home, '.config/scangate/credentials.json');
  const { logins } = JSON.parse(readFileSync(file, 'utf8')) as { logins: Record<string, { token: string }> };
  const [token, ...more] = world.store.all('token');
  expect([token?.tokenHash, more]).toEqual([tokenHash(logins[address]?.token ?? ''), []]);

  const who = await run(['whoami']);
  expect([who.exitCode, who.out]).toEqual([0, expect.stringContaining('member of Test')]);

  const logout = await run(['logout']);
  expect([logout.exitCode, logout.out]).toEqual([0, 'Logged out. The token is revoked.\n']);
  expect(world.store.all('token')[0]?.revokedAt).toBeDefined();
});

test('a denied login exits with 4, and so does one that is never decided', async () => {
  const denied = await run(['login'], async (userCode, polls) => {
    if (polls === 2) await denyDevice(recentSession(organization), userCode);
  });
  expect([denied.exitCode, denied.log]).toEqual([4, expect.stringContaining('The login was denied')]);
  vi.setSystemTime(noon);
  const forgotten = await run(['login']);
  expect([forgotten.exitCode, forgotten.log]).toEqual([4, expect.stringContaining('no longer valid')]);
  expect(world.store.all('token')).toEqual([]);
});
