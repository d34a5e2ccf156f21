import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import { canary, scanId, scriptedService, verdictOf } from '#test/support/cli/scripted-service.ts';
import { served } from '#test/support/cli/served.ts';

const folder = mkdtempSync(join(tmpdir(), 'scangate-process-'));
afterAll(() => rmSync(folder, { recursive: true }));

const start = (args: string[], variables: Record<string, string> = {}) => {
  const child = spawn(process.execPath, ['bin/scangate.mjs', ...args], {
    env: { PATH: process.env['PATH'], HOME: folder, SCANGATE_TOKEN: canary, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, log] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => void (out += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => void (log += piece.toString()));
  const ended = new Promise<{ exitCode: number | null; out: string; log: string }>((resolve) =>
    child.on('close', (exitCode) => {
      expect(out + log).not.toContain(canary);
      resolve({ exitCode, out, log });
    }),
  );
  return { child, ended };
};

const open = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

test('a verdict goes to standard output, and everything else to standard error', async () => {
  const url = await served(scriptedService());
  const { exitCode, out, log } = await start(['wait', scanId, '--url', url, '--debug']).ended;
  expect([exitCode, out]).toEqual([0, expect.stringMatching(/^PASS: /)]);
  expect(log).toMatch(/GET \/v1\/scans\/[^ ]+\/wait 200/);
});

test('a redirect is not followed, so that no other host gets the token', async () => {
  const other = scriptedService();
  const elsewhere = await served(other);
  const redirect = () => new Response('', { status: 307, headers: { location: elsewhere } });
  const answers = { [`GET /v1/scans/${scanId}/findings`]: redirect };
  const url = await served(scriptedService({ answers }));
  const { exitCode } = await start(['wait', scanId, '--url', url]).ended;
  expect([exitCode, other.requests]).toEqual([3, []]);
});

/** A service whose wait and whose cancellation never end. */
const hanging = async () => {
  const [waits, cancels] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hangs = (reached: () => void) => () => {
    reached();
    return new Promise<Response>(() => undefined);
  };
  const answers = {
    [`GET /v1/scans/${scanId}/wait`]: hangs(waits.resolve),
    [`POST /v1/scans/${scanId}/cancel`]: hangs(cancels.resolve),
  };
  return {
    url: await served(scriptedService({ answers })),
    waits: waits.promise,
    cancels: cancels.promise,
  };
};

test('Ctrl-C leaves the scan, which continues', async () => {
  const { url, waits } = await hanging();
  const { child, ended } = start(['wait', scanId, '--url', url]);
  await waits;
  child.kill('SIGINT');
  const { exitCode, log } = await ended;
  expect([exitCode, log]).toEqual([
    3,
    expect.stringContaining(`The scan is still running: scangate wait ${scanId}`),
  ]);
});

test('the second Ctrl-C ends at once with 130', async () => {
  const { url, waits, cancels } = await hanging();
  const target = ['--repository', 'acme/shop', '--commit', 'c'.repeat(40)];
  const { child, ended } = start(['scan', '--cancel-on-interrupt', '--url', url, ...target]);
  await waits;
  child.kill('SIGINT');
  await cancels;
  child.kill('SIGINT');
  expect((await ended).exitCode).toBe(130);
});

describe('a service behind a private CA and a proxy', () => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const secured = async () => {
    const names = 'subjectAltName=DNS:scangate.example,IP:127.0.0.1';
    const made = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '1',
    ];
    const files = ['-keyout', key, '-out', certificate, '-subj', '/CN=scangate.example', '-addext', names];
    execFileSync('openssl', [...made, ...files], { stdio: 'ignore' });
    const server = createTlsServer(
      { key: readFileSync(key), cert: readFileSync(certificate) },
      async ({ url = '' }, response) => {
        const isWait = url.includes('/wait');
        const verdict = `event: verdict\ndata: ${JSON.stringify(verdictOf())}\n\n`;
        response.end(isWait ? verdict : JSON.stringify({ items: [], coverage: [] }));
      },
    );
    return open(server);
  };

  test('is unreachable until --ca-file names the CA, and reached by CONNECT', async () => {
    const port = await secured();
    const connected: string[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url = '' }, client) => {
      connected.push(url);
      const upstream = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        upstream.pipe(client);
        client.pipe(upstream);
      });
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
    });
    const behind = { HTTPS_PROXY: `http://127.0.0.1:${await open(proxy)}` };
    const args = ['wait', scanId, '--timeout', '1', '--url', `https://scangate.example:${port}`];
    const trusted = await start([...args, '--ca-file', certificate], behind).ended;
    expect([trusted.exitCode, trusted.log]).toEqual([0, '']);
    expect(new Set(connected)).toEqual(new Set([`scangate.example:${port}`]));
    const local = ['wait', scanId, '--timeout', '1', '--url', `https://127.0.0.1:${port}`];
    const environment = { SCANGATE_TOKEN: canary };
    const unknown = await runMain(local, { fetch: globalThis.fetch, environment });
    expect([unknown.exitCode, unknown.log]).toEqual([
      3,
      expect.stringMatching(/cannot be reached \(.*SELF_SIGNED/),
    ]);
    const none = await start([...local, '--ca-file', key]).ended;
    expect([none.exitCode, none.log]).toEqual([6, expect.stringContaining('holds no certificate')]);
  });
});
