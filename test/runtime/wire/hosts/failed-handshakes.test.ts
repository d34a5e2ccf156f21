import { expect, test, vi } from 'vitest';
import { wireOutbound } from '#runtime/wire/hosts/outbound.ts';
import { tlsReceiver } from '#test/support/webhooks/receivers.ts';

/** Asks a receiver, and returns what is logged meanwhile. */
const loggedAt = async (url: string): Promise<string> => {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  const outbound = wireOutbound({ webhook: new Set(['https', 'loopback']) });
  await outbound
    .fetch('webhook')(url)
    .catch(() => undefined);
  write.mockRestore();
  return lines.join('');
};

test('a handshake that fails is logged and counted by its code, without the host', async () => {
  for (const [url, code] of [
    [await tlsReceiver('250101'), 'CERT_HAS_EXPIRED'],
    [await tlsReceiver(undefined, 'TLSv1.1'), /"code":"(?:ERR_SSL|EPROTO|HANDSHAKE_FAILED)/],
  ] as const) {
    const logged = await loggedAt(url);
    expect(logged).toMatch(code);
    expect(logged).toContain('a TLS handshake failed');
    expect(logged).toContain('"TlsFailures":1');
    expect(logged).not.toContain(new URL(url).host);
  }
});

test('a connection that fails before or after its handshake is no failure of TLS', async () => {
  for (const url of [await tlsReceiver(), 'https://127.0.0.1:1/', 'http://127.0.0.1:1/'])
    expect(await loggedAt(url)).not.toContain('TLS');
});
