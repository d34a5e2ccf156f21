import { createSocket, type Socket } from 'node:dgram';
import { createServer, type AddressInfo, type Server, type Socket as Connection } from 'node:net';
import type { TextRecords } from './text-records.ts';

export interface DnsServer {
  /** `127.0.0.1:<port>`, as `Resolver.setServers` takes it; the same for UDP and TCP. */
  readonly address: string;
  close(): Promise<void>;
}

const host = '127.0.0.1';
const connectionTimeoutMs = 10_000;
const lengthBytes = 2;
const attempts = 20;

/** The library for the protocol is loaded with the first query. */
const answer = async (query: Buffer, records: TextRecords, isUdp: boolean): Promise<Buffer | undefined> =>
  (await import('./answer-query.ts')).answerQuery(query, { records, isUdp });

const bindUdp = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', reject);
    socket.bind(port, host, () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });

const listenTcp = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Over TCP, each message is preceded by its length (RFC 1035, 4.2.2). */
const converse = (connection: Connection, records: TextRecords): void => {
  let received = Buffer.alloc(0);
  const read = async (): Promise<void> => {
    while (received.length >= lengthBytes) {
      const end = lengthBytes + received.readUInt16BE(0);
      if (received.length < end) return;
      const query = received.subarray(lengthBytes, end);
      received = received.subarray(end);
      const response = await answer(query, records, false);
      if (!response) return void connection.destroy();
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt16BE(response.length);
      connection.write(Buffer.concat([length, response]));
    }
  };
  let reading: Promise<void> = Promise.resolve();
  connection.setTimeout(connectionTimeoutMs, () => connection.destroy());
  connection.on('error', () => connection.destroy());
  connection.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    reading = reading.then(read);
  });
};

/** Takes a port that is free for both UDP and TCP. */
const bindBoth = async (server: Server, left = attempts): Promise<Socket> => {
  const socket = await bindUdp(0);
  try {
    await listenTcp(server, socket.address().port);
    return socket;
  } catch (error) {
    socket.close();
    if (left === 0) throw error;
    return bindBoth(server, left - 1);
  }
};

/** Serves the records on a free port of this machine. It knows no other names, and asks no other server. */
export const startDnsServer = async (records: TextRecords): Promise<DnsServer> => {
  const connections = new Set<Connection>();
  const server = createServer((connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
    converse(connection, records);
  });
  const socket = await bindBoth(server);
  socket.on('error', () => {});
  socket.on('message', async (query, sender) => {
    const response = await answer(query, records, true);
    if (response) socket.send(response, sender.port, sender.address);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `${host}:${port}`,
    close: async () => {
      for (const connection of connections) connection.destroy();
      await Promise.all([
        new Promise<void>((resolve) => void socket.close(() => resolve())),
        new Promise<void>((resolve) => void server.close(() => resolve())),
      ]);
    },
  };
};
