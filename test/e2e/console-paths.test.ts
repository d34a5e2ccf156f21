import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerHeaders } from '#contract/response-headers.ts';
import { consoleBuild } from '#local/console/console-build.ts';
import { consolePages } from '@scangate/domain/console-pages';
import { startTestCloud, type TestCloud } from '../support/local/cloud.ts';
import { sendTarget, statusOf } from '../support/local/raw-request.ts';

/** The console and the API at one origin, by the distribution of the templates. */

let cloud: TestCloud;
beforeAll(async () => void (cloud = await startTestCloud([], { buildConsole: consoleBuild })), 120_000);
afterAll(() => cloud.stop());

const consoleHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types scangate-worker",
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const headersIn = (answer: string): Record<string, string> =>
  Object.fromEntries(
    (answer.split('\r\n\r\n')[0] ?? '')
      .split('\r\n')
      .slice(1)
      .map((line) => {
        const cut = line.indexOf(':');
        return [line.slice(0, cut).toLowerCase(), line.slice(cut + 1).trim()];
      }),
  );

/** Sends the target as it is; a client would normalize it. */
const ask = async (target: string, method = 'GET') => {
  const answer = await sendTarget(Number(new URL(cloud.cloud.url).port), target, method);
  return { status: statusOf(answer), headers: headersIn(answer), answer };
};

describe('a path of the console', () => {
  test.each([
    ...Object.values(consolePages),
    '/console/',
    '/console/x/y',
    '/console/o/1/bundles/2/releases/1.0.0',
    '/console/..%2fv1%2fscans',
    '/console/%2e%2e%2fx',
  ])('%s returns the document of the console, which is revalidated each time', async (target) => {
    const { status, headers, answer } = await ask(target);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html',
      'no-cache',
    ]);
    expect(headers).toMatchObject(consoleHeaders);
    expect(answer).toContain('<div id="root">');
  });

  test.each([
    '/console/assets/missing.js',
    '/console/missing.css',
    '/elsewhere',
    '/v1',
    '/.',
    '/x/..',
    '/..%2fv1%2fscans',
    '/index.html',
  ])(
    '%s names no file: 404, with the headers of the console, and without a bucket listing',
    async (target) => {
      const { status, headers, answer } = await ask(target);
      expect([status, answer.includes('ListBucketResult')]).toEqual([404, false]);
      expect(headers).toMatchObject(consoleHeaders);
    },
  );

  test('/ redirects to the console', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask('/', method);
      expect([status, headers['location']]).toEqual([302, '/console/']);
      expect(headers).toMatchObject(consoleHeaders);
    }
  });

  test('// is not a valid request target', async () => {
    expect((await ask('//')).status).toBe(400);
  });

  test('accepts only reads', async () => {
    expect((await ask('/console/', 'POST')).status).toBe(403);
  });
});

describe('a file of the console', () => {
  test('whose name changes with its content is cached for a year; the others are revalidated each time', async () => {
    const { answer: document } = await ask('/console/');
    const named = [...document.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(2);
    for (const path of named) {
      const { status, headers } = await ask(path);
      const kept = path.startsWith('/console/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      expect([path, status, headers['cache-control']]).toEqual([path, 200, kept]);
      expect(headers).toMatchObject(consoleHeaders);
    }
  });
});

describe('a path of the API', () => {
  const own = Object.fromEntries(
    Object.entries(answerHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  );

  test.each([
    ['/v1/nothing', 404],
    ['/billing/nothing', 404],
    ['/webhooks/nothing', 404],
    ['/scim/v2/Users', 401],
    ['/x/../v1/nothing', 404],
  ])('%s has its own answer, %i, and its own headers', async (target, status) => {
    const { status: found, headers, answer } = await ask(target);
    expect(found).toBe(status);
    expect(headers).toMatchObject(own);
    expect(answer).not.toContain('NoSuchKey');
  });

  test('/docs and /.well-known belong to the API', async () => {
    expect((await ask('/docs')).status).toBe(200);
    expect((await ask('/.well-known/scangate/keys')).headers['content-type']).toContain('json');
  });
});

test('the gateway also answers directly, below its stage', async () => {
  const { gatewayUrl } = cloud.cloud;
  expect(gatewayUrl).toMatch(/\/api$/);
  const { tokens } = await cloud.newOrganization();
  const headers = { Authorization: `Bearer ${tokens['owner']}` };
  expect((await fetch(`${gatewayUrl}/v1/me`, { headers })).status).toBe(200);
  expect((await fetch(`${new URL(gatewayUrl).origin}/v1/me`, { headers })).status).toBe(403);
});
