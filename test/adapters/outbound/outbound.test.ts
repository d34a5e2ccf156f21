import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gitSources } from '#adapters/git/git-sources.ts';
import { allowedAddressesOf, outboundHosts, type OutboundOptions } from '#adapters/outbound/outbound.ts';
import type { ResolveHostname } from '#adapters/outbound/permitted-address.ts';
import { readPrivateHosts } from '#adapters/outbound/private-hosts.ts';
import { failureCauseOf, OutboundFailure, type OutboundPurpose } from '#ports/outbound.ts';
import { selfSigned } from '#test/support/git/certificate.ts';
import { serveGit } from '#test/support/git/git-server.ts';
import { makeRepository } from '#test/support/git/test-repository.ts';

const leadsTo =
  (address: string): ResolveHostname =>
  (_name, _options, callback) =>
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);

const checked = (url: string, options: Partial<OutboundOptions>, purpose: OutboundPurpose = 'webhook') =>
  outboundHosts({ privateHosts: new Set(), ...options })
    .check(purpose, url)
    .then(
      () => 'permitted',
      (error: OutboundFailure) => error.reason,
    );

describe('private hosts', () => {
  const privateHosts = readPrivateHosts('webhook:Hooks.Example, git:git.example,webhook:[::1]');

  test('are permitted by purpose and name, in any case', async () => {
    const options = { privateHosts, resolve: leadsTo('10.0.0.1') };
    expect(await checked('https://hooks.example/', options)).toBe('permitted');
    expect(await checked('https://hooks.example/', options, 'provider')).toBe('address_forbidden');
    expect(await checked('https://other.example/', options)).toBe('address_forbidden');
    expect(await checked('https://git.example/', options, 'git')).toBe('permitted');
  });

  test('may be on this machine, also over http, but never link-local', async () => {
    const options = (address: string) => ({ privateHosts, resolve: leadsTo(address) });
    expect(await checked('http://hooks.example/', options('127.0.0.1'))).toBe('permitted');
    expect(await checked('http://hooks.example/', options('10.0.0.1'))).toBe('address_forbidden');
    for (const address of ['169.254.169.254', 'fe80::1', '64:ff9b::a00:1'])
      expect(await checked('https://hooks.example/', options(address))).toBe('address_forbidden');
    expect(await checked('https://[::1]/', { privateHosts })).toBe('permitted');
  });

  test('are parsed strictly, so that a mistake is noticed at the first start', () => {
    expect([...readPrivateHosts('')]).toEqual([]);
    for (const list of ['hooks.example', 'mail:hooks.example', 'webhook:'])
      expect(() => readPrivateHosts(list)).toThrow(/PRIVATE_HOSTS/);
  });
});

test('what is permitted for every host of one purpose is not permitted for others', () => {
  const options = { privateHosts: new Set<never>(), allowed: { issuer: new Set(['https', 'loopback']) } };
  expect([...allowedAddressesOf('issuer', options)('any.example')]).toEqual(['https', 'loopback']);
  expect([...allowedAddressesOf('webhook', options)('any.example')]).toEqual(['https']);
});

test('a refused check leaves no rejection behind that could end the process', async () => {
  const late: unknown[] = [];
  const notice = (reason: unknown) => void late.push(reason);
  process.on('unhandledRejection', notice);
  onTestFinished(() => void process.off('unhandledRejection', notice));
  const options = { limits: { connectMs: 1 } };
  expect(await checked('https://127.0.0.1/', options)).toBe('address_forbidden');
  const { promise, resolve } = Promise.withResolvers<void>();
  AbortSignal.timeout(5).addEventListener('abort', () => setImmediate(resolve));
  await promise;
  expect(late).toEqual([]);
});

test('an unknown name and a silent name server are reported as different causes', async () => {
  const unknown: ResolveHostname = (_name, _options, callback) =>
    callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);
  expect(await checked('https://new.example/', { resolve: unknown })).toBe('name_unknown');
  const limits = { connectMs: 30 };
  expect(await checked('https://slow.example/', { resolve: () => {}, limits })).toBe('timed_out');
});

test.each([
  ['webhook', 2, 200, 64 * 1024],
  ['provider', 2, 200, 2 * 1024 * 1024],
  ['provider', 9, 'too_large', undefined],
  ['issuer', 2, 'too_large', undefined],
] as const)('an answer to %s of %d MB: %s', async (purpose, megabytes, said, bytes) => {
  const server = createServer((_request, response) => response.end(Buffer.alloc(megabytes * 1024 * 1024)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const privateHosts = readPrivateHosts(`${purpose}:127.0.0.1`);
  const { port } = server.address() as AddressInfo;
  const answered = await outboundHosts({ privateHosts })
    .fetch(purpose)(`http://127.0.0.1:${port}/`)
    .then(
      async (response) => [response.status, (await response.arrayBuffer()).byteLength],
      (error: OutboundFailure) => [error.reason, undefined],
    );
  expect(answered).toEqual([said, bytes]);
});

test('git reaches a private host that the operator permits for it, and no other', async () => {
  const { port } = await serveGit(makeRepository({ a: 'a' }), { certificate: selfSigned('127.0.0.1') });
  const { signal } = new AbortController();
  const messageOf = (list: string) =>
    gitSources({ allowed: new Set(['https']), privateHosts: readPrivateHosts(list), retryDelaysMs: [] })
      .verify({ url: `https://127.0.0.1:${port}/owner/repo` }, signal)
      .then(String, (error: Error) => error.message);
  expect(await messageOf('webhook:127.0.0.1')).toContain('no address that is allowed');
  expect(await messageOf('git:127.0.0.1')).toContain('certificate of the host');
});

test('every failure has a cause for the delivery log', () => {
  const causes = (
    ['name_unknown', 'address_forbidden', 'tls_failed', 'timed_out', 'redirected'] as const
  ).map((reason) => failureCauseOf(new OutboundFailure(reason)));
  expect(causes).toEqual(['dns', 'forbidden_address', 'tls', 'timeout', 'redirected']);
});
