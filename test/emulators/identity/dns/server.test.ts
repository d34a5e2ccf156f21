import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdentityBench, type IdentityBench } from '../workbench.ts';

let bench: IdentityBench;
beforeAll(async () => void (bench = await openIdentityBench()));
afterAll(() => bench.close());

const resolver = (): Resolver => {
  const made = new Resolver({ timeout: 2_000, tries: 1 });
  made.setServers([bench.emulator.dnsServer]);
  return made;
};

const textsOf = async (name: string): Promise<string[]> =>
  (await resolver().resolveTxt(name)).map((parts) => parts.join(''));

test('values of a name are found by the Node resolver, whatever the case of its letters', async () => {
  bench.emulator.setTextRecords('_scangate.Acme.example', ['scangate-verification=abc', 'another value']);
  expect(await textsOf('_scangate.acme.EXAMPLE')).toEqual(['scangate-verification=abc', 'another value']);
});

test('a name without values, one above it, and one that was removed get the answers of a real name server', async () => {
  bench.emulator.setTextRecords('_scangate.gone.example', ['x']);
  bench.emulator.setTextRecords('_scangate.gone.example', []);
  bench.emulator.setTextRecords('deep.below.example', ['x']);
  await expect(textsOf('_scangate.gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(textsOf('never.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(textsOf('below.example')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolver().resolve4('deep.below.example')).rejects.toMatchObject({ code: 'ENODATA' });
});

test('long values and answers too long for UDP arrive whole over TCP', async () => {
  const values = Array.from({ length: 40 }, (_, index) => `${index}:${'x'.repeat(300)}`);
  bench.emulator.setTextRecords('large.example', values);
  expect(await textsOf('large.example')).toEqual(values);
});

test('records survive a restart', async () => {
  bench.emulator.setTextRecords('kept.example', ['kept']);
  await bench.restart();
  expect(await textsOf('kept.example')).toEqual(['kept']);
});

test('garbage over UDP and TCP gets no answer, and does not end the server', async () => {
  const [host = '', port = ''] = bench.emulator.dnsServer.split(':');
  const socket = createSocket('udp4');
  for (const garbage of [Buffer.alloc(0), Buffer.alloc(3), Buffer.alloc(600, 255)]) {
    socket.send(garbage, Number(port), host);
  }
  const connection = connect(Number(port), host);
  connection.write(Buffer.from([0, 4, 1, 2, 3, 4]));
  await once(connection, 'close');
  bench.emulator.setTextRecords('alive.example', ['yes']);
  expect(await textsOf('alive.example')).toEqual(['yes']);
  socket.close();
});
