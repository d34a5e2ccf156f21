import { describe, expect, test } from 'vitest';
import {
  isBrowserSecret,
  newBrowserSecret,
  newSignInSecrets,
  readState,
  signInMs,
} from '@scangate/domain/identity/sessions/sign-in-secrets';
import { noon } from '#test/support/world.ts';

const organizationId = '0aa0bb0c-0000-4000-8000-00000000dead';
const browser = newBrowserSecret(new Uint8Array(32).fill(1));
const secretsOf = (issuerOf?: string) =>
  newSignInSecrets(browser, { issuerOf, random: new Uint8Array(16).fill(2), now: noon });
const after = (ms: number) => new Date(noon.getTime() + ms);

test('the secrets are derived from the state and the cookie, and all differ', () => {
  const { state, nonce, verifier } = secretsOf();
  expect(readState(state, browser, noon)).toEqual({ secrets: secretsOf(), issuerOf: undefined });
  expect(new Set([state, nonce, verifier, browser]).size).toBe(4);
  expect(verifier).toMatch(/^[\w-]{43}$/);
  expect(state + nonce + verifier).not.toContain(browser);
});

test('the state names the organization whose issuer is used, and cannot be changed', () => {
  const { state } = secretsOf(organizationId);
  expect(readState(state, browser, noon)).toMatchObject({ issuerOf: organizationId });
  const other = state.replace('dead', 'beef');
  expect(readState(other, browser, noon)).toEqual({ fault: 'other_browser' });
});

test('ten minutes after its start it has expired', () => {
  const { state } = secretsOf();
  expect(readState(state, browser, after(signInMs - 1))).toHaveProperty('secrets');
  expect(readState(state, browser, after(signInMs))).toEqual({ fault: 'too_late' });
});

describe('a state of another browser', () => {
  const { state } = secretsOf();

  test.each([
    undefined,
    '',
    'a.b.c.d',
    `${state}x`,
    state.slice(1),
    state.replaceAll('.', ':'),
    'x'.repeat(5_000),
  ])('is refused: %j', (given) => {
    expect(readState(given, browser, noon)).toHaveProperty('fault');
  });

  test.each([undefined, '', 'short', newBrowserSecret(new Uint8Array(32).fill(3)), `${browser}x`])(
    'with the cookie %j',
    (cookie) => {
      expect(readState(state, cookie, noon)).toEqual({ fault: 'other_browser' });
    },
  );
});

test.each(['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}!`])(
  'the cookie %j has no secret',
  (text) => {
    expect(isBrowserSecret(text)).toBe(false);
  },
);
