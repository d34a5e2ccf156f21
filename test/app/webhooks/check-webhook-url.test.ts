import { expect, test } from 'vitest';
import { outboundHosts } from '#adapters/outbound/outbound.ts';
import type { ResolveHostname } from '#adapters/outbound/permitted-address.ts';
import { checkWebhookUrl } from '#app/webhooks/check-webhook-url.ts';
import { send } from '#test/support/webhooks/send.ts';

const resolverOf = (addresses: string[]): ResolveHostname => {
  const left = [...addresses];
  return (_name, _options, callback) => callback(null, [{ address: left.shift() ?? '', family: 4 }]);
};

test('a name whose address changes between check and connection is stored, and never connected to', async () => {
  const options = { privateHosts: new Set<never>(), resolve: resolverOf(['93.184.216.34', '127.0.0.1']) };
  const url = await checkWebhookUrl('https://hooks.example.com:8443/in', outboundHosts(options));
  expect(url).toBe('https://hooks.example.com:8443/in');
  expect(await send(url, { options })).toMatchObject({ attempt: { cause: 'forbidden_address' } });
});

test('an unknown name is stored: its connections fail', async () => {
  const unknown: ResolveHostname = (_name, _options, callback) =>
    callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);
  const outbound = outboundHosts({ privateHosts: new Set(), resolve: unknown });
  expect(await checkWebhookUrl('https://new.example.com', outbound)).toBe('https://new.example.com/');
});

test('a name server that does not answer does not delay storing the URL', async () => {
  const outbound = outboundHosts({
    privateHosts: new Set(),
    resolve: () => {},
    limits: { connectMs: 50 },
  });
  expect(await checkWebhookUrl('https://slow.example.com/', outbound)).toBe('https://slow.example.com/');
});
