import { createSocket, type Socket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';
import { dnsTxtRecords } from '#adapters/dns/txt-records.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

const answerOf = (query: Buffer, { code = 0, texts = [] as string[][] }): Buffer => {
  const end = query.indexOf(0, 12) + 5;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(texts.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  const records = texts.map((parts) => {
    const data = Buffer.concat(
      parts.map((part) => Buffer.concat([Buffer.of(part.length), Buffer.from(part)])),
    );
    const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 1, 0, 0, 0]);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, query.subarray(12, end), ...records]);
};

/** Starts a name server on this machine. @returns its address, and the number of queries. */
const serve = async (answer: (asked: number) => { code?: number; texts?: string[][] } | undefined) => {
  const socket = createSocket('udp4');
  sockets.push(socket);
  const count = { asked: 0 };
  socket.on('message', (query, { port, address }) => {
    const said = answer(++count.asked);
    if (said) socket.send(answerOf(query, said), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { server: `127.0.0.1:${socket.address().port}`, count };
};

test('the parts of a text are joined, and each lookup queries the server again', async () => {
  const { server, count } = await serve((asked) => ({ texts: [['a', 'b'], [`c${asked}`]] }));
  const { lookUp } = dnsTxtRecords([server]);
  expect(await lookUp('_scangate.example.com')).toEqual(['ab', 'c1']);
  expect(await lookUp('_scangate.example.com')).toEqual(['ab', 'c2']);
  expect(count.asked).toBe(2);
});

test('a name that does not exist, or that has no TXT records, yields an empty list', async () => {
  const { server: none } = await serve(() => ({ code: 3 }));
  expect(await dnsTxtRecords([none]).lookUp('a.example')).toEqual([]);
  const { server: empty } = await serve(() => ({}));
  expect(await dnsTxtRecords([empty]).lookUp('a.example')).toEqual([]);
});

test('a server that refuses or fails is reported as an error, not as a missing record', async () => {
  for (const code of [2, 5]) {
    const { server } = await serve(() => ({ code }));
    await expect(dnsTxtRecords([server]).lookUp('a.example')).rejects.toThrow('DNS does not respond');
  }
});

test('a silent server is abandoned within the deadline', async () => {
  const { server } = await serve(() => undefined);
  const startedAt = performance.now();
  await expect(dnsTxtRecords([server]).lookUp('a.example')).rejects.toThrow('DNS does not respond');
  expect(performance.now() - startedAt).toBeLessThan(7_000);
}, 10_000);
