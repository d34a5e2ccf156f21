import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { OidcSource } from '@scangate/cli/ci/ci-context';
import { ciJwt } from '@scangate/cli/ci/ci-jwt';
import { makeDirectory } from '#test/support/git/test-repository.ts';

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';
const audience = 'scangate:0190a0b0-0000-4000-8000-000000000001';
const noFetch: typeof fetch = () => Promise.reject(new Error('no request is expected'));

const failing = (message: string) =>
  expect.objectContaining({ exitCode: 4, message: expect.stringContaining(message) }) as Error;

describe('a variable', () => {
  const source: OidcSource = { kind: 'variable', variable: 'SCANGATE_ID_TOKEN' };
  const from = (value?: string) =>
    ciJwt(source, audience, { environment: { SCANGATE_ID_TOKEN: value }, fetch: noFetch });

  test('contains the JWT', async () => {
    expect(await from(`${jwt}\n`)).toBe(jwt);
  });

  test.each([
    [undefined, 'is not set'],
    ['', 'is not one'],
    ['secret-text', 'is not one'],
    [`${jwt}\n::set-output`, 'is not one'],
    [`a.b.${'c'.repeat(20_000)}`, 'is not one'],
  ])('with %j is refused without repeating it', async (value, message) => {
    await expect(from(value)).rejects.toThrow(failing(message));
    await expect(from(value)).rejects.not.toThrow(/secret-text|set-output/);
  });
});

describe('a request', () => {
  const source: OidcSource = {
    kind: 'request',
    method: 'GET',
    addressVariable: 'ADDRESS',
    tokenVariable: 'TOKEN',
    query: { 'api-version': '7.1' },
    audienceParameter: 'audience',
    property: 'value',
  };
  const environment = { ADDRESS: 'https://ci.example.com/idtoken?v=2', TOKEN: 's3cret' };
  const answering = (body: unknown, status = 200) =>
    vi.fn<typeof fetch>(() => Promise.resolve(Response.json(body, { status })));

  test('keeps the parameters of the URL, adds the audience, and follows no redirect', async () => {
    const fetch = answering({ value: jwt });
    expect(await ciJwt(source, audience, { environment, fetch })).toBe(jwt);
    const [address, init] = fetch.mock.calls[0] ?? [];
    expect(String(address)).toBe(
      `https://ci.example.com/idtoken?v=2&api-version=7.1&audience=${encodeURIComponent(audience)}`,
    );
    expect(init).toMatchObject({
      method: 'GET',
      redirect: 'error',
      headers: { Authorization: 'Bearer s3cret' },
    });
  });

  test('to a CI with a fixed audience sends none', async () => {
    const { audienceParameter: _audience, ...fixed } = source;
    const fetch = answering({ value: jwt });
    await ciJwt(fixed, audience, { environment, fetch });
    expect(String(fetch.mock.calls[0]?.[0])).not.toContain('audience');
  });

  test.each<[string, typeof fetch, string]>([
    ['a refusal', answering({}, 403), 'answers 403'],
    ['no JWT', answering({ value: 7 }), 'is not one'],
    ['another property', answering({ token: jwt }), 'is not one'],
    ['an inherited property', answering(Object.create({ value: jwt })), 'is not one'],
    ['a list', answering([jwt]), 'is not one'],
    ['HTML', () => Promise.resolve(new Response('<html>')), 'is not one'],
    ['nothing', noFetch, 'does not answer'],
  ])('that gets %s is refused', async (_name, fetch, message) => {
    await expect(ciJwt(source, audience, { environment, fetch })).rejects.toThrow(failing(message));
  });

  test.each(['http://ci.example.com/', 'file:///etc/passwd', 'ci', ''])(
    'to %j is not sent, because the token of the CI would be readable',
    async (ADDRESS) => {
      const fetch = answering({ value: jwt });
      const asked = ciJwt(source, audience, { environment: { ...environment, ADDRESS }, fetch });
      await expect(asked).rejects.toThrow(failing('not an https URL'));
      expect(fetch).not.toHaveBeenCalled();
    },
  );
});

describe('a command', () => {
  const withProgram = (script: string) => {
    const directory = makeDirectory();
    writeFileSync(join(directory, 'agent'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return { PATH: [directory, process.env['PATH']].join(delimiter), CIRCLE_OIDC_TOKEN_V2: 'a.b.c' };
  };
  const source: OidcSource = { kind: 'command', command: ['agent', '--claims', '{"aud":"{audience}"}'] };

  test('gets the audience as one argument, without a shell', async () => {
    const environment = withProgram(`[ "$2" = '{"aud":"${audience}"}' ] && echo ${jwt}`);
    expect(await ciJwt(source, audience, { environment, fetch: noFetch })).toBe(jwt);
  });

  test.each([
    ['fails', 'echo s3cret; exit 3', 'failed with 3'],
    ['prints something else', 'echo s3cret', 'is not one'],
  ])('that %s is refused', async (_name, script, message) => {
    const asked = ciJwt(source, audience, { environment: withProgram(script), fetch: noFetch });
    await expect(asked).rejects.toThrow(failing(message));
    await asked.catch((error: Error) => expect(error.message).not.toContain('s3cret'));
  });

  test('that does not exist falls back to the variable', async () => {
    const environment = { PATH: makeDirectory(), CIRCLE_OIDC_TOKEN_V2: jwt };
    const withVariable: OidcSource = { ...source, otherwise: 'CIRCLE_OIDC_TOKEN_V2' };
    expect(await ciJwt(withVariable, audience, { environment, fetch: noFetch })).toBe(jwt);
    await expect(ciJwt(source, audience, { environment, fetch: noFetch })).rejects.toThrow(
      failing('program agent is missing'),
    );
  });
});

test('an audience that could end a JSON string is refused', async () => {
  const source: OidcSource = { kind: 'variable', variable: 'X' };
  const asked = ciJwt(source, 'a","sub":"b', { environment: { X: jwt }, fetch: noFetch });
  await expect(asked).rejects.toThrow(failing('audience'));
});
