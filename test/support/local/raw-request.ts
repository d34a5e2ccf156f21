import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends these bytes to a port of this machine. @returns all that comes back until the server closes the connection. */
export const sendBytes = async (port: number, bytes: string | Buffer): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
};

/** Sends a request with this target unchanged, which no HTTP client does. */
export const sendTarget = (port: number, target: string, method = 'GET'): Promise<string> =>
  sendBytes(port, `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);

/** @returns NaN when the connection was closed without an answer. */
export const statusOf = (answer: string): number =>
  Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? Number.NaN);
