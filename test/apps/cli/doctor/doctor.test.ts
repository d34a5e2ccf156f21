import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runMain, type MainWorld } from '#test/support/cli/run-main.ts';
import { canary, me, refusal } from '#test/support/cli/login-world.ts';
import { scriptedFetch, type ScriptedAnswer, type SentRequest } from '#test/support/cli/scripted-fetch.ts';
import { commit, git, makeRepository } from '#test/support/git/test-repository.ts';

const address = 'https://scangate.example';
const environment = { PATH: process.env['PATH'], SCANGATE_URL: address, SCANGATE_TOKEN: canary };
const date = 'Sun, 01 Mar 2026 12:00:00 GMT';

/** A pushed commit in a clone of github.com. */
const pushed = (): string => {
  const directory = makeRepository();
  const hash = commit(directory, { 'package.json': '{}' });
  git(directory, ['remote', 'add', 'origin', 'https://github.com/octo-org/octo-repo.git']);
  git(directory, ['update-ref', 'refs/remotes/origin/trunk', hash]);
  return directory;
};

const quote = {
  price: { core: 2, sast: 1 },
  priceLater: { core: 0, sast: 0 },
  scanTypes: ['sca', 'secrets'],
  skippedScanTypes: [],
  projectUnits: [],
  balance: { core: { before: 100, after: 98 }, sast: { before: 10, after: 9 } },
  gates: [],
  refusal: null,
};

const pathOf = ({ url }: SentRequest): string => new URL(url).pathname;

/** A service where everything is in order, except for the given answers by path. */
const service = (answers: Record<string, ReturnType<ScriptedAnswer>> = {}) => {
  const { fetch: answer, sent } = scriptedFetch((request) => {
    const path = pathOf(request);
    const usual: Record<string, ReturnType<ScriptedAnswer>> = {
      '/.well-known/scangate/keys': { json: { keys: [] } },
      '/v1/me': { json: me },
      '/v1/repositories/resolve': { json: { repositoryId: 'r', projectUnits: [{ path: '' }] } },
      '/v1/scans/quote': { json: quote },
    };
    return answers[path] ?? usual[path] ?? refusal(404, 'not_found');
  });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await answer(input, init);
    response.headers.set('date', date);
    return response;
  };
  return { fetch, sent };
};

const runDoctor = async (world: MainWorld = {}, args: string[] = []) => {
  const { fetch } = service();
  const ran = await runMain(['doctor', ...args], { environment, directory: pushed(), fetch, ...world });
  return { ...ran, lines: ran.out.trimEnd().split('\n') };
};

test('if everything is in order, each check has the line of docs/clients/ci.md, and the exit code is 0', async () => {
  const { exitCode, lines, log } = await runDoctor();
  expect([exitCode, log]).toEqual([0, '']);
  const page = readFileSync('docs/clients/ci.md', 'utf8');
  const [, block = ''] = /```text doctor\n([^]*?)\n```/.exec(page) ?? [];
  const shown = lines.map((line) =>
    line.replace(process.versions.node, '24.0.0').replace(/[0-9a-f]{12} of/, '0123456789ab of'),
  );
  expect(shown).toEqual(block.split('\n'));
});

test('it sends four requests, none of which costs credits, and the token only to the service', async () => {
  const { fetch, sent } = service();
  const { out } = await runDoctor({ fetch });
  expect(sent.map((request) => `${request.method} ${pathOf(request)}`)).toEqual([
    'GET /.well-known/scangate/keys',
    'GET /v1/me',
    'GET /v1/repositories/resolve',
    'POST /v1/scans/quote',
  ]);
  expect(sent[0]?.headers['authorization']).toBeUndefined();
  expect(out).not.toContain('Canary');
});

test('--json is one document', async () => {
  const { out } = await runDoctor({}, ['--json']);
  const { checks, exit } = JSON.parse(out) as { checks: { name: string; state: string }[]; exit: object };
  expect([checks.length, exit]).toEqual([12, { code: 0, because: 'pass' }]);
});

describe('a failed check has its remedy, and the exit code that a scan would have', () => {
  const lost = (code: string) => () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }));
  const answered = (path: string, answer: ReturnType<ScriptedAnswer>) => ({
    fetch: service({ [path]: answer }).fetch,
  });
  const gate = (name: string, more: object) =>
    answered('/v1/scans/quote', { json: { ...quote, refusal: { gate: name, passed: false, ...more } } });

  test.each<[string, MainWorld, number, string]>([
    ['no address', { environment: { ...environment, SCANGATE_URL: '' } }, 6, '--url'],
    [
      'http to another machine',
      { environment: { ...environment, SCANGATE_URL: 'http://a.example' } },
      6,
      'https',
    ],
    ['a self-signed certificate', { fetch: lost('DEPTH_ZERO_SELF_SIGNED_CERT') }, 3, '--ca-file'],
    ['an unknown name', { fetch: lost('ENOTFOUND') }, 3, 'DNS'],
    ['a closed port', { fetch: lost('ECONNREFUSED') }, 3, 'HTTPS_PROXY'],
    [
      'a port that fetch refuses',
      { fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('bad port') })) },
      3,
      '(bad port)',
    ],
    ['silence', { fetch: () => Promise.reject(new DOMException('x', 'TimeoutError')) }, 3, 'HTTPS_PROXY'],
    [
      'an unrelated page',
      answered('/.well-known/scangate/keys', { status: 404, text: '<html>' }),
      3,
      'address of the service',
    ],
    ['a clock 10 minutes off', { now: () => new Date('2026-03-01T12:10:00.000Z') }, 4, 'Set the clock'],
    [
      'no credential',
      { environment: { ...environment, SCANGATE_TOKEN: '', HOME: '/nonexistent' } },
      4,
      'scangate login',
    ],
    ['a refused credential', answered('/v1/me', refusal(401, 'unauthorized')), 4, 'unauthorized'],
    ['no repository', { directory: '/' }, 6, 'not a git repository'],
    [
      'a repository that is not connected',
      answered('/v1/repositories/resolve', refusal(404, 'repository_not_found')),
      6,
      '/v1/repositories',
    ],
    [
      'a plan without the API',
      gate('plan', { code: 'feature_not_in_plan', remedy: 'Change the plan.' }),
      5,
      'Change the plan.',
    ],
    [
      'no credits',
      gate('credits', { code: 'insufficient_credits', pool: 'core', remedy: 'Buy a pack.' }),
      5,
      'Buy a pack.',
    ],
    [
      'variables of a CI with line breaks',
      { environment: { ...environment, GITHUB_ACTIONS: 'true', GITHUB_SHA: 'a\n::warning::x' } },
      6,
      'GITHUB_SHA',
    ],
  ])('%s', async (_name, world, code, remedy) => {
    const { exitCode, out } = await runDoctor(world);
    expect([exitCode, out]).toEqual([code, expect.stringContaining(remedy)]);
    expect(out).toMatch(/^failed /m);
    expect(out).not.toMatch(/Canary|::warning/);
  });

  test('a commit that is not pushed', async () => {
    const directory = pushed();
    commit(directory, { b: '2' });
    const { exitCode, out } = await runDoctor({ directory });
    expect([exitCode, out]).toEqual([6, expect.stringMatching(/is not pushed\.\n +Push first\./)]);
  });
});

describe('checks that depend on a failed one are skipped', () => {
  test('without an address every check of the service', async () => {
    const { lines } = await runDoctor({ environment: { ...environment, SCANGATE_URL: '' } });
    const skipped = lines.filter((line) => line.startsWith('skipped')).map((line) => line.split(/ +/)[1]);
    expect(skipped).toEqual(['TLS', 'clock', 'credential', 'repository', 'plan', 'credits']);
  });
});

describe('notes do not change the exit code', () => {
  test('a CI without an identity, and a base that a shallow clone hides', async () => {
    const directory = pushed();
    const ci = {
      CIRCLECI: 'true',
      CIRCLE_SHA1: 'a'.repeat(40),
      CIRCLE_PULL_REQUEST: 'https://github.com/o/r/pull/7',
    };
    const { exitCode, out } = await runDoctor({ directory, environment: { ...environment, ...ci } });
    expect([exitCode, out]).toEqual([
      0,
      expect.stringMatching(/^note +CI +CircleCI, without an identity\n/m),
    ]);
    expect(out).toMatch(/^note +base +none\n +CircleCI .*--base/m);
  });

  test('a proxy is named without its credential', async () => {
    const proxied = { ...environment, HTTPS_PROXY: 'http://user:s3cret@proxy.example:3128', NO_PROXY: 'a' };
    const { out } = await runDoctor({ environment: proxied });
    expect(out).toContain('proxy.example:3128, by HTTPS_PROXY; NO_PROXY is set');
    expect(out).not.toContain('s3cret');
  });

  test('a service token, which acts for no person', async () => {
    const { fetch } = service({ '/v1/me': refusal(403, 'person_required') });
    const { exitCode, out } = await runDoctor({ fetch });
    expect([exitCode, out]).toEqual([0, expect.stringContaining('SCANGATE_TOKEN: accepted')]);
  });
});
