import { expect, test } from 'vitest';
import {
  addressRule,
  checkedLookup,
  checkAddressLiteral,
  ForbiddenAddress,
  type ResolveHostname,
} from '#adapters/outbound/permitted-address.ts';

const isPublic = addressRule(new Set(['https']), 'https:');

test.each(['8.8.8.8', '140.82.121.4', '2606:4700::1111', '2a00:1450:4001::1', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

const inner = [
  '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.1.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8',
  '192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255',
  ':: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::ffff:0:10.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::1',
  '100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1',
  'nonsense 999.1.1.1 localhost',
].flatMap((line) => line.split(' '));

test.each(inner)('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false);
});

test('an operator permits private ranges and this machine separately, and link-local addresses never', () => {
  const withPrivate = addressRule(new Set(['https', 'private']), 'https:');
  const withLoopback = addressRule(new Set(['https', 'loopback']), 'https:');
  expect(['10.0.0.1', 'fd12::1', '192.168.0.1'].every(withPrivate)).toBe(true);
  expect(['127.0.0.1', '::1', '169.254.169.254', 'fe80::1'].some(withPrivate)).toBe(false);
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', '8.8.8.8'].every(withLoopback)).toBe(true);
  expect(['10.0.0.1', '169.254.169.254', '0.0.0.0'].some(withLoopback)).toBe(false);
});

test('http is only accepted for this machine', () => {
  const plain = addressRule(new Set(['https', 'private', 'loopback']), 'http:');
  expect(plain('127.0.0.1')).toBe(true);
  expect(['8.8.8.8', '10.0.0.1', '2606:4700::1111'].some(plain)).toBe(false);
});

test.each([
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:a00:1]/',
])('an address in the URL is checked in every notation: %s', (url) => {
  expect(() => checkAddressLiteral(new URL(url), isPublic)).toThrow(ForbiddenAddress);
});

const both: ResolveHostname = (_name, _options, callback) =>
  callback(null, [
    { address: '10.0.0.1', family: 4 },
    { address: '8.8.8.8', family: 4 },
  ]);

test('the connection only receives the permitted addresses', () => {
  const lookup = checkedLookup(isPublic, both);
  lookup('git.example', { all: true }, (error, addresses) => {
    expect(error).toBeNull();
    expect(addresses).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });
  lookup('git.example', {}, (error, address, family) => {
    expect([error, address, family]).toEqual([null, '8.8.8.8', 4]);
  });
  expect.assertions(3);
});
