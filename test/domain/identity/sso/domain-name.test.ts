import { expect, test } from 'vitest';
import { domainOfAddress, normalizeDomain, proofName } from '@scangate/domain/identity/sso/domain-name';

test.each([
  ['example.com', 'example.com'],
  ['EXAMPLE.Com.', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['co.uk', 'co.uk'],
  ['a.b.c.d.example', 'a.b.c.d.example'],
])('%s is the domain %s', (text, domain) => {
  expect(normalizeDomain(text)).toBe(domain);
});

test.each([
  '',
  '.',
  'com',
  'localhost',
  '127.0.0.1',
  '1.2',
  '[::1]',
  '0x7f.1',
  'a..b',
  '.example.com',
  'example.com..',
  '-a.example',
  'a-.example',
  'a_b.example',
  '_scangate.example.com',
  'exa mple.com',
  'example.com\n',
  'user@example.com',
  'example.com:53',
  'example.com/path',
  'https://example.com',
  'exa%6dple.com',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(122)}example`,
  'a\u0000.example',
  '*.example.com',
])('%j is not a domain', (text) => {
  expect(normalizeDomain(text)).toBeUndefined();
});

test('the longest domain leaves room for the label of its proof', () => {
  const long = `${`${'a'.repeat(60)}.`.repeat(3)}${'b'.repeat(60)}`;
  const domain = normalizeDomain(long) ?? '';
  expect([domain.length, proofName(domain).length]).toEqual([243, 253]);
  expect(normalizeDomain(`c${long}`)).toBeUndefined();
});

test.each([
  ['a@Example.com', 'example.com'],
  ['a@b@example.com', 'example.com'],
  ['@example.com', undefined],
  ['example.com', undefined],
  ['a@', undefined],
  ['a@example.com\n', undefined],
])('the domain of the address %j is %s', (email, domain) => {
  expect(domainOfAddress(email)).toBe(domain);
});
