import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  address,
  canary,
  granted,
  loginService,
  pathOf,
  refusal,
  started,
  tokenId,
  userWorld,
} from '#test/support/cli/login-world.ts';
import { scriptedFetch } from '#test/support/cli/scripted-fetch.ts';

const pending = refusal(400, 'authorization_pending');
const login = ['login', '--url', address];

/** A sleep that is recorded, on a clock that it moves. */
const movedClock = () => {
  const sleeps: number[] = [];
  let elapsed = 0;
  return {
    sleeps,
    sleep: async (delayMs: number) => {
      sleeps.push(delayMs / 1000);
      elapsed += delayMs;
    },
    elapsedMs: () => elapsed,
  };
};

describe('the code in the browser', () => {
  test('is shown with its page; the token is stored readable for the user only, and never shown', async () => {
    const { run, file } = userWorld();
    const { fetch, sent } = loginService([pending, pending]);
    const { exitCode, out, log } = await run(login, { fetch });
    expect([exitCode, out, log]).toEqual([
      0,
      'Logged in as ada@example.com, admin of Example. The token ends on 2026-06-08.\n',
      `Open ${address}/console/device and enter the code BCDF-GHJK\n` +
        'Waiting for your approval. The code is valid for 10 minutes.\n',
    ]);
    expect(sent.map(pathOf)).toEqual([
      'POST /v1/device',
      'POST /v1/device/token',
      'POST /v1/device/token',
      'POST /v1/device/token',
      'GET /v1/me',
    ]);
    expect(sent.slice(0, 4).map(({ headers }) => headers['authorization'])).toEqual(Array(4).fill(undefined));
    expect(sent[4]?.headers['authorization']).toBe(`Bearer ${canary}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      address,
      logins: { [address]: { token: canary, tokenId, expiresAt: granted.expiresAt } },
    });
    expect(out + log).not.toContain('Canary');
    expect(out + log).not.toContain(started.deviceCode);
  });

  test('waits as long as the service says, and five seconds longer after each slow_down', async () => {
    const slow = refusal(400, 'slow_down');
    const clock = movedClock();
    const { fetch } = loginService([pending, slow, pending, slow, pending]);
    expect((await userWorld().run(login, { fetch, ...clock })).exitCode).toBe(0);
    expect(clock.sleeps).toEqual([5, 5, 10, 10, 15, 15]);
  });

  test('continues after a lost connection and a service that fails for a moment', async () => {
    const { fetch: scripted, sent } = loginService([pending]);
    let count = 0;
    const fetch: typeof globalThis.fetch = (input, init) => {
      if (String(input).endsWith('/token') && (count += 1) === 2) return Promise.reject(new Error('reset'));
      return scripted(input, init);
    };
    expect((await userWorld().run(login, { fetch })).exitCode).toBe(0);
    expect(sent.map(pathOf).filter((path) => path.endsWith('/device/token'))).toHaveLength(2);
  });

  test.each([
    ['access_denied', 'denied', 'The login was denied: It is access_denied.'],
    ['expired_token', 'expired, used or guessed', 'The code is no longer valid.'],
  ])('exits with 4 for %s: the login is %s', async (code, _what, message) => {
    const { run, file } = userWorld();
    const { fetch } = loginService([pending, refusal(400, code)]);
    const { exitCode, log } = await run(login, { fetch });
    expect([exitCode, log]).toEqual([4, expect.stringContaining(message)]);
    expect(existsSync(file)).toBe(false);
    const json = await run([...login, '--json'], loginService([refusal(400, code)]));
    expect(JSON.parse(json.out)).toMatchObject({ exit: { code: 4, because: code } });
  });

  test('exits with 4 once the code has expired, without a poll after its end', async () => {
    const clock = movedClock();
    const { fetch, sent } = loginService(Array(500).fill(pending));
    const { exitCode, log } = await userWorld().run(login, { fetch, ...clock });
    expect([exitCode, log]).toEqual([4, expect.stringContaining('no longer valid')]);
    expect(sent.map(pathOf).filter((path) => path.endsWith('/device/token'))).toHaveLength(119);
  });

  test('Ctrl-C while it waits exits with 3 and stores nothing', async () => {
    const { run, file } = userWorld();
    const stop = new AbortController();
    const sleep = () => {
      stop.abort(new Error('Interrupted.'));
      return new Promise<void>(() => {});
    };
    const { fetch } = loginService([pending]);
    const { exitCode } = await run(login, { fetch, sleep, interrupted: stop.signal });
    expect([exitCode, existsSync(file)]).toEqual([3, false]);
  });

  test('--json is one document, without the token', async () => {
    const { out } = await userWorld().run([...login, '--json'], loginService());
    expect(JSON.parse(out)).toMatchObject({
      address,
      email: 'ada@example.com',
      organization: { name: 'Example', role: 'admin' },
      exit: { code: 0, because: 'logged_in' },
    });
    expect(out).not.toContain('Canary');
  });

  test('--quiet still shows the code; it cannot be combined with --json, which has no place for it', async () => {
    const { out, log } = await userWorld().run([...login, '--quiet'], loginService());
    expect([out, log]).toEqual([expect.stringContaining('BCDF-GHJK'), '']);
    expect((await userWorld().run([...login, '--quiet', '--json'])).exitCode).toBe(6);
  });

  test.each([
    ['a page that is not a web address', { verificationUri: 'javascript:alert(1)' }, []],
    ['a token of another kind', {}, [{ json: { ...granted, token: `sgs_${'a'.repeat(36)}` } }]],
    ['HTML', {}, [{ text: '<html>' }]],
  ])('exits with 3 for %s', async (_what, more, polls) => {
    const { run, file } = userWorld();
    const { exitCode } = await run(login, loginService(polls, more));
    expect([exitCode, existsSync(file)]).toEqual([3, false]);
  });

  test('no answer of the service controls the terminal, or makes the command line wait for hours', async () => {
    const clock = movedClock();
    const hostile = {
      userCode: '\u001b[2JBCDF\u202e',
      verificationUri: '/console/device',
      interval: 1e9,
      expiresIn: 1e12,
    };
    const { log } = await userWorld().run(login, { ...loginService([], hostile), ...clock });
    expect(log).toContain(`Open ${address}/console/device and enter the code \\u001b[2JBCDF\\u202e`);
    expect(clock.sleeps).toEqual([60]);
  });

  test('a second login revokes the token of the first', async () => {
    const { run } = userWorld();
    await run(login, loginService());
    const { fetch, sent } = loginService([
      { json: { ...granted, token: `sgp_${'b'.repeat(36)}`, tokenId: 'second' } },
    ]);
    await run(['login'], { fetch });
    expect(sent.map((one) => [pathOf(one), one.headers['authorization']]).at(-1)).toEqual([
      `DELETE /v1/tokens/${tokenId}`,
      `Bearer ${canary}`,
    ]);
  });
});

describe('--token-stdin', () => {
  const stdin = [...login, '--token-stdin'];
  const given = (text: string) => ({ readInput: async () => text });

  test.each(['', '\n', '\r\n'])(
    'stores a token that ends with %j, once the service accepts it',
    async (end) => {
      const { run, file } = userWorld();
      const { exitCode, out } = await run(stdin, { ...loginService(), ...given(canary + end) });
      expect([exitCode, out]).toEqual([0, 'Logged in as ada@example.com, admin of Example.\n']);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
        address,
        logins: { [address]: { token: canary } },
      });
    },
  );

  test.each([
    ['nothing', ''],
    ['a newline inside', `${canary.slice(0, 20)}\n${canary.slice(20)}`],
    ['two lines', `${canary}\n${canary}\n`],
    ['a space', ` ${canary}`],
    ['a session', canary.replace('sgp_', 'sgc_')],
    ['a token of another service', `ghp_${canary.slice(4)}`],
    ['a truncated token', canary.slice(0, -1)],
  ])('exits with 6 for %s: nothing is sent, stored or repeated', async (_what, text) => {
    const { run, file } = userWorld();
    const { fetch, sent } = loginService();
    const { exitCode, out, log } = await run(stdin, { fetch, ...given(text) });
    expect([exitCode, sent, existsSync(file)]).toEqual([6, [], false]);
    expect(out + log).not.toMatch(/Canary/);
  });

  test('exits with 4 for a token that the service refuses, and stores nothing', async () => {
    const { run, file } = userWorld();
    const { fetch } = scriptedFetch(() => refusal(401, 'unauthenticated'));
    const { exitCode } = await run(stdin, { fetch, ...given(canary) });
    expect([exitCode, existsSync(file)]).toEqual([4, false]);
  });
});

describe('exits with 6, without a request,', () => {
  test.each([
    ['under a CI', login, { CI: 'true' }],
    ['under a known CI', login, { GITHUB_ACTIONS: 'true' }],
    ['without a home folder', login, { HOME: undefined }],
    ['with a relative home folder', login, { HOME: 'home', XDG_CONFIG_HOME: 'config' }],
    ['without an address', ['login'], {}],
    ['for a token in the address', ['login', '--url', `https://${canary}@scangate.example`], {}],
    ['for a token in the query', ['login', '--url', `${address}/?token=${canary}`], {}],
    ['for a token as an argument', [...login, canary], {}],
    ['for a token as a flag', [...login, '--token', canary], {}],
    ['for a token attached to --token-stdin', [...login, `--token-stdin=${canary}`], {}],
    ['for http to another machine', ['login', '--url', 'http://scangate.example'], {}],
  ])('%s', async (_what, args, environment) => {
    const { fetch, sent } = loginService();
    const { exitCode, out, log } = await userWorld().run(args, { fetch, environment });
    expect([exitCode, sent]).toEqual([6, []]);
    expect(out + log).not.toContain('Canary');
  });
});

test('a file that others can read, or that cannot be written, is detected before the person approves', async () => {
  const { run, file } = userWorld();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ logins: {} }));
  chmodSync(file, 0o644);
  const { fetch, sent } = loginService();
  const { exitCode, log } = await run(login, { fetch });
  expect([exitCode, sent, log]).toEqual([4, [], expect.stringContaining('chmod 600')]);
});
