import { expect, test } from 'vitest';
import { isReturnTo } from '@scangate/domain/identity/sessions/return-to';
import { returnHere, signInUrl } from '@scangate/console/frame/sign-in-url.ts';

const origin = 'https://scangate.example';

test('a sign-in returns to the page with its filters, as the service accepts it', () => {
  const here = returnHere({ pathname: '/console/o/o1/scans', search: '?verdict=FAIL&q=pkg%3Anpm' });
  expect(here).toBe('/console/o/o1/scans?verdict=FAIL&q=pkg%3Anpm');
  expect(isReturnTo(here)).toBe(true);
  expect(returnHere({ pathname: '/elsewhere', search: '' })).toBe('/console');
});

test.each([
  { pathname: '/console/o/o1/findings', search: `?q=${'a'.repeat(3_000)}`, to: '/console/o/o1/findings' },
  { pathname: '/console/o/o1/findings', search: '?q=a\\b', to: '/console/o/o1/findings' },
  { pathname: '/console/o/o1/bundles/a%2Fb', search: '?tab=releases', to: '/console' },
  { pathname: `/console/o/${'a'.repeat(4_000)}`, search: '', to: '/console' },
])('an address that the service would refuse is dropped: $pathname', ({ to, ...here }) => {
  expect(returnHere(here)).toBe(to);
  expect(isReturnTo(returnHere(here))).toBe(true);
});

test('the URL of a provider keeps its own parameters', () => {
  expect(signInUrl('/v1/session/start?email=a%40b.example', { returnTo: '/console' }, origin)).toBe(
    '/v1/session/start?email=a%40b.example&returnTo=%2Fconsole',
  );
});

test('a URL of another origin is not followed', () => {
  expect(signInUrl('https://evil.example/start', {}, origin)).toBe('/v1/session/start');
  expect(signInUrl('javascript:alert(1)', {}, origin)).toBe('/v1/session/start');
});
