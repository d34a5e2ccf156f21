import { createServer as createSocketServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ResolveHostname } from '#adapters/outbound/permitted-address.ts';
import { rawReceiver, receiver, tlsReceiver } from '#test/support/webhooks/receivers.ts';
import { local, secret, send } from '#test/support/webhooks/send.ts';

const quick = { ...local, limits: { connectMs: 300, timeoutMs: 600 } };

describe('the status decides', () => {
  test('204 is a delivery, 410 stops at once, and 429 is retried when it says', async () => {
    const answered = async (status: number) => {
      const headers = { 'retry-after': '5' };
      const { url } = await receiver((_request, response) => response.writeHead(status, headers).end());
      return send(url);
    };
    expect(await answered(204)).toMatchObject({ kind: 'delivered', attempt: { status: 204 } });
    expect(await answered(410)).toMatchObject({ kind: 'stop', cause: 'gone', attempt: { status: 410 } });
    expect(await answered(429)).toMatchObject({ kind: 'failed', retryAfterSeconds: 5 });
  });

  test.each([
    [301, '/'],
    [302, 'http://169.254.169.254/latest/meta-data/'],
    [307, 'https://hooks.example.com/'],
  ])('a redirect (%d to %s) is a failure, and is not followed', async (status, location) => {
    const { url, received } = await receiver((_request, response) =>
      response.writeHead(status, { location }).end(),
    );
    expect(await send(url)).toMatchObject({ kind: 'failed', attempt: { cause: 'redirected', status } });
    expect(received.length).toBe(1);
  });
});

describe('a receiver that', () => {
  test('accepts and never answers costs 10 s', async () => {
    const { timeout } = AbortSignal;
    const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
    onTestFinished(() => asked.mockRestore());
    const { url } = await receiver(() => {});
    expect(await send(url)).toMatchObject({ kind: 'failed', attempt: { cause: 'timeout' } });
    expect(asked).toHaveBeenCalledWith(10_000);
  });

  test('sends a byte a second is cut off at the deadline', async () => {
    const { url } = await receiver((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 100);
      response.on('close', () => clearInterval(timer));
    });
    expect(await send(url, { options: quick })).toMatchObject({
      kind: 'failed',
      attempt: { cause: 'timeout', status: 200 },
    });
  });

  test('sends headers a byte a second is cut off, too', async () => {
    const port = await rawReceiver(
      createSocketServer((socket) => {
        const timer = setInterval(() => socket.write('H'), 100);
        socket.on('close', () => clearInterval(timer));
        socket.on('error', () => {});
      }),
    );
    expect(await send(`http://127.0.0.1:${port}/`, { options: quick })).toMatchObject({ kind: 'failed' });
  });

  test('sends 1 GB counts as successful; 64 KB are read and 1 KB is kept', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const { url } = await receiver((_request, response) => {
      response.writeHead(200, { 'content-length': String(1024 ** 3) });
      const write = (): void => {
        while (!response.destroyed && sent < 1024 ** 3) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
      };
      write();
    });
    const outcome = await send(url);
    expect(outcome.kind).toBe('delivered');
    expect(outcome.kind !== 'later' && outcome.attempt.excerpt?.length).toBe(1024);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  test('closes in the handshake is a TLS failure', async () => {
    const port = await rawReceiver(
      createSocketServer((socket) => socket.once('data', () => socket.destroy())),
    );
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ attempt: { cause: 'tls' } });
  });

  test('never finishes the handshake is cut off by the connect timeout', async () => {
    const sockets: Socket[] = [];
    const port = await rawReceiver(createSocketServer((socket) => sockets.push(socket)));
    expect(await send(`https://127.0.0.1:${port}/`, { options: quick })).toMatchObject({
      attempt: { cause: 'timeout' },
    });
    sockets.forEach((socket) => socket.destroy());
  });

  test('presents an expired certificate is a TLS failure', async () => {
    expect(await send(await tlsReceiver('250101'))).toMatchObject({ attempt: { cause: 'tls' } });
    expect(await send(await tlsReceiver())).toMatchObject({ kind: 'delivered' });
  });

  test('speaks only TLS 1.1 is a TLS failure', async () => {
    expect(await send(await tlsReceiver(undefined, 'TLSv1.1'))).toMatchObject({ attempt: { cause: 'tls' } });
  });

  test('is down, or whose name is unknown, has its cause', async () => {
    expect(await send('http://127.0.0.1:1/')).toMatchObject({ attempt: { cause: 'connection' } });
    const error = Object.assign(new Error('no'), { code: 'ENOTFOUND' });
    const resolve: ResolveHostname = (_name, _options, callback) => callback(error, []);
    expect(await send('https://hooks.example.com/', { options: { ...local, resolve } })).toMatchObject({
      attempt: { cause: 'dns' },
    });
  });

  test.each(['Upgrade', 'nonsense'])('answers with %s instead of an answer is a failure', async (kind) => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
    const port = await rawReceiver(
      createSocketServer((socket) =>
        socket.once('data', () => socket.end(kind === 'Upgrade' ? upgrade : '\0\0\0')),
      ),
    );
    expect(await send(`http://127.0.0.1:${port}/`, { options: quick })).toMatchObject({ kind: 'failed' });
  });
});

describe('addresses are checked at connection time', () => {
  test.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '64:ff9b::a9fe:a9fe', 'fd00:ec2::254'])(
    'a name that resolves to %s',
    async (address) => {
      const family = address.includes(':') ? 6 : 4;
      const resolve: ResolveHostname = (_name, _options, callback) => callback(null, [{ address, family }]);
      expect(await send('https://hooks.example.com/', { options: { ...local, resolve } })).toMatchObject({
        kind: 'failed',
        attempt: { cause: 'forbidden_address' },
      });
    },
  );

  test('a private host is permitted by its name only, without its neighbors', async () => {
    const { url, received } = await receiver((_request, response) => response.end());
    const options = { privateHosts: new Set(['webhook:localhost', 'provider:127.0.0.1'] as const) };
    expect(await send(url, { options })).toMatchObject({ attempt: { cause: 'forbidden_address' } });
    expect(received).toEqual([]);
  });
});

test('an excerpt has no secret that the receiver echoes', async () => {
  const { url } = await receiver((_request, response) => response.writeHead(500).end(`is it ${secret}?`));
  expect(await send(url)).toMatchObject({ attempt: { excerpt: 'is it …?' } });
});

test('a compressed answer counts by its status, and is not quoted', async () => {
  const { url } = await receiver((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('\u001f\u008b'),
  );
  const outcome = await send(url);
  expect([outcome.kind, outcome.kind !== 'later' && outcome.attempt.excerpt]).toEqual([
    'delivered',
    undefined,
  ]);
});
