import { describe, expect, test } from 'vitest';
import { ciTokens } from '@scangate/cli/settings/ci-identity';
import type { MainWorld } from '#test/support/cli/run-main.ts';
import {
  address,
  canary,
  loginService,
  me,
  pathOf,
  refusal,
  userWorld,
} from '#test/support/cli/login-world.ts';
import { scriptedFetch, type ScriptedAnswer, type SentRequest } from '#test/support/cli/scripted-fetch.ts';

const organizationId = '00000000-0000-4000-8000-0000000000cc';
const pipelineToken = `sgw_${'Canary9'.repeat(6).slice(0, 36)}`;
const jwtOf = (count: number) => `eyJhbGciOiJSUzI1NiJ9.Canary${count}.c2ln`;

const github = {
  GITHUB_ACTIONS: 'true',
  CI: 'true',
  GITHUB_EVENT_NAME: 'push',
  GITHUB_SHA: 'a'.repeat(40),
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.example/token?api-version=1',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'Canary-of-the-runner',
};
const gitlab = { GITLAB_CI: 'true', SCANGATE_ID_TOKEN: jwtOf(0), CI_COMMIT_SHA: 'a'.repeat(40) };
const here = { SCANGATE_URL: address, SCANGATE_ORGANIZATION: organizationId };

type Exchange = (count: number) => ReturnType<ScriptedAnswer> | 'lost';

/** A CI that gives a new JWT each time, and a service that answers exchanges as given, at first. */
const pipeline = (exchanges: Exchange[] = []) => {
  const [waiting, jwts] = [[...exchanges], { count: 0 }];
  const scripted = scriptedFetch((request) => {
    if (request.url.startsWith('https://ci.example/')) return { json: { value: jwtOf((jwts.count += 1)) } };
    if (pathOf(request) === 'POST /v1/oidc/exchange') {
      const answer = waiting.shift()?.(jwts.count);
      if (answer === 'lost') throw new Error('the connection was lost');
      return (
        answer ?? { status: 201, json: { token: pipelineToken, expiresAt: 'x', scopes: [], trustId: 't' } }
      );
    }
    return { json: me };
  });
  return { ...scripted, sent: scripted.sent };
};

const run = async (
  { fetch }: { fetch: typeof globalThis.fetch },
  { environment, args = ['whoami'], ...world }: MainWorld & { args?: string[] } = {},
) => {
  const ran = await userWorld().run(args, {
    ...world,
    fetch,
    environment: { ...github, ...here, ...environment },
  });
  expect(ran.out + ran.log).not.toContain('Canary');
  return ran;
};
const pathsOf = (sent: SentRequest[]) => sent.map(pathOf);

describe('the identity of a CI', () => {
  test('is exchanged for a token once, with the audience of the organization: two requests more', async () => {
    const service = pipeline();
    const { exitCode, out } = await run(service);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('the identity of GitHub Actions')]);
    expect(pathsOf(service.sent)).toEqual(['GET /token', 'POST /v1/oidc/exchange', 'GET /v1/me']);
    const [asked, traded, used] = service.sent;
    expect(new URL(asked?.url ?? '').searchParams.get('audience')).toBe(`scangate:${organizationId}`);
    expect(traded).toMatchObject({ body: { organizationId, token: jwtOf(1) } });
    expect(traded?.headers['authorization']).toBeUndefined();
    expect(used?.headers['authorization']).toBe(`Bearer ${pipelineToken}`);
  });

  test('--organization overrides the variable', async () => {
    const service = pipeline();
    const other = '00000000-0000-4000-8000-0000000000dd';
    await run(service, { args: ['whoami', '--organization', other] });
    expect(service.sent[1]).toMatchObject({ body: { organizationId: other } });
  });

  test('SCANGATE_TOKEN overrides it, and nothing is exchanged', async () => {
    const service = pipeline();
    await run(service, { environment: { SCANGATE_TOKEN: canary } });
    expect(pathsOf(service.sent)).toEqual(['GET /v1/me']);
  });

  test('in a variable is used, as at GitLab', async () => {
    const service = pipeline();
    const environment = { ...gitlab, GITHUB_ACTIONS: undefined };
    expect((await run(service, { environment })).exitCode).toBe(0);
    expect(service.sent[0]).toMatchObject({ body: { organizationId, token: jwtOf(0) } });
  });

  test('without an organization exits with 6, before anything is sent', async () => {
    const service = pipeline();
    const { exitCode, log } = await run(service, { environment: { SCANGATE_ORGANIZATION: undefined } });
    expect([exitCode, service.sent, log]).toEqual([6, [], expect.stringContaining('SCANGATE_ORGANIZATION')]);
  });
});

describe('exits with 4 and the cause', () => {
  test.each([
    [401, 'oidc_token_invalid', {}],
    [403, 'oidc_not_trusted', {}],
  ])('%s %s', async (status, code, members) => {
    const service = pipeline([() => refusal(status, code, members)]);
    const { exitCode, log } = await run(service);
    expect([exitCode, log]).toEqual([4, expect.stringContaining(`It is ${code}. (${status} ${code})`)]);
    expect(pathsOf(service.sent)).toEqual(['GET /token', 'POST /v1/oidc/exchange']);
    const json = await run(pipeline([() => refusal(status, code)]), { args: ['whoami', '--json'] });
    expect(JSON.parse(json.out)).toMatchObject({ exit: { code: 4, because: code } });
  });

  test('a JWT that was used twice: another one is requested, once', async () => {
    const used = () => refusal(409, 'oidc_token_used');
    const once = pipeline([used]);
    expect((await run(once)).exitCode).toBe(0);
    expect(once.sent.filter(({ url }) => url.includes('ci.example'))).toHaveLength(2);
    const twice = pipeline([used, used, used]);
    const { exitCode, log } = await run(twice);
    expect([exitCode, log]).toEqual([4, expect.stringContaining('oidc_token_used')]);
    expect(twice.sent).toHaveLength(4);
  });

  test('a JWT in a variable that was used up: there is no other one', async () => {
    const service = pipeline([() => refusal(409, 'oidc_token_used')]);
    const environment = { ...gitlab, GITHUB_ACTIONS: undefined };
    expect((await run(service, { environment })).exitCode).toBe(4);
    expect(service.sent).toHaveLength(1);
  });

  test.each([
    [10, '10 min ahead of the service'],
    [-10, '10 min behind the service'],
    [0.5, undefined],
  ])('a clock that is %d minutes off', async (minutes, text) => {
    const now = new Date('2026-03-01T12:00:00.000Z');
    const date = new Date(now.getTime() - minutes * 60_000).toUTCString();
    const { fetch: scripted } = pipeline([() => refusal(401, 'oidc_token_invalid')]);
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await scripted(input, init);
      return new Response(response.body, { status: response.status, headers: { date } });
    };
    const { exitCode, log } = await run({ fetch }, { now: () => now });
    expect(exitCode).toBe(4);
    if (text === undefined) expect(log).not.toContain('clock');
    else expect(log).toContain(`The clock of this machine is ${text}.`);
  });

  test('a job without an identity says how it gets one', async () => {
    const environment = { ACTIONS_ID_TOKEN_REQUEST_URL: undefined };
    const { exitCode, log } = await run(pipeline(), { environment });
    expect([exitCode, log]).toEqual([4, expect.stringContaining('permissions: id-token: write')]);
  });

  test('a stored login is not used under a CI, and the cause says so', async () => {
    const { run: at } = userWorld();
    await at(['login', '--url', address], loginService());
    const { fetch, sent } = loginService();
    for (const environment of [{ CI: '1' }, { ...github, ACTIONS_ID_TOKEN_REQUEST_URL: undefined }]) {
      const { exitCode, log, out } = await at(['whoami', '--json'], { fetch, environment });
      expect([exitCode, sent, log]).toEqual([
        4,
        [],
        expect.stringContaining('The credential of scangate login is not used in CI.'),
      ]);
      expect(JSON.parse(out)).toMatchObject({ exit: { because: 'stored_credential_ignored' } });
    }
    expect((await at(['whoami'], { fetch })).exitCode).toBe(0);
  });
});

describe('other answers of the exchange', () => {
  test('a plan without API access is 5, an unknown repository 6, a service that fails 3', async () => {
    const code = async (status: number, name: string) =>
      (await run(pipeline(Array(10).fill(() => refusal(status, name))))).exitCode;
    expect(await code(402, 'entitlement_denied')).toBe(5);
    expect(await code(404, 'repository_not_found')).toBe(6);
    expect(await code(503, 'temporarily_unavailable')).toBe(3);
  });

  test('a lost answer: another JWT is exchanged, because the first one may be used', async () => {
    const service = pipeline([() => 'lost']);
    expect((await run(service)).exitCode).toBe(0);
    const traded = service.sent.filter(({ url }) => url.endsWith('/exchange'));
    expect(traded.map(({ body }) => (body as { token: string }).token)).toEqual([jwtOf(1), jwtOf(2)]);
  });

  test('HTML from something that is not the service is 3', async () => {
    const { exitCode } = await run(pipeline([() => ({ status: 201, text: '<html>' })]));
    expect(exitCode).toBe(3);
  });
});

describe('the token', () => {
  const oidc = { kind: 'variable', variable: 'JWT' } as const;
  const sourceOf = (fetch: typeof globalThis.fetch) => {
    const clock = { elapsedMs: 0 };
    const context = {
      flags: {},
      environment: { ...here, JWT: jwtOf(0) },
      fetch,
      interrupted: new AbortController().signal,
      sleep: async () => {},
      newId: () => 'id',
      now: () => new Date(),
      elapsedMs: () => clock.elapsedMs,
    };
    return { clock, token: ciTokens({ oidc }, context as never, address) };
  };
  const minutes = (count: number) => count * 60_000;

  test('is exchanged again two minutes before its end, and not for each request', async () => {
    const { fetch, sent } = pipeline();
    const { clock, token } = sourceOf(fetch);
    const counts = [];
    for (const at of [0, 1, 12.9, 13, 25.9, 26]) {
      clock.elapsedMs = minutes(at);
      await token?.();
      counts.push(sent.length);
    }
    expect(counts).toEqual([1, 1, 1, 2, 2, 3]);
  });

  test('is exchanged once for concurrent requests', async () => {
    const { fetch, sent } = pipeline();
    const { token } = sourceOf(fetch);
    expect(new Set(await Promise.all([token?.(), token?.(), token?.()]))).toEqual(new Set([pipelineToken]));
    expect(sent).toHaveLength(1);
  });

  test('is requested again after a failure', async () => {
    const { fetch } = pipeline([() => refusal(403, 'oidc_not_trusted')]);
    const { token } = sourceOf(fetch);
    await expect(token?.()).rejects.toMatchObject({ exitCode: 4, because: 'oidc_not_trusted' });
    expect(await token?.()).toBe(pipelineToken);
  });
});
