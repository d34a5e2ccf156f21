import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';
import { selfSigned } from '#test/support/git/certificate.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

const listen = async (server: Server & { closeAllConnections?: () => void }): Promise<number> => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections?.();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

/** A receiver on this machine that keeps what it gets, and answers as a test says. */
export const receiver = async (answer: RequestListener): Promise<{ url: string; received: Received[] }> => {
  const received: Received[] = [];
  const port = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        answer(request, response);
      });
    }),
  );
  return { url: `http://127.0.0.1:${port}/in`, received };
};

/** A receiver with a certificate that is trusted in this test. @param until the end of its validity, as `YYMMDD`. */
export const tlsReceiver = async (until?: string, maxVersion?: 'TLSv1.1'): Promise<string> => {
  const certificate = selfSigned('127.0.0.1', until);
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate.cert]);
  onTestFinished(() => setDefaultCACertificates(before));
  const old = maxVersion && { maxVersion, minVersion: 'TLSv1' as const, ciphers: 'DEFAULT@SECLEVEL=0' };
  const server = createTlsServer({ ...certificate, ...old }, (_request, response) =>
    response.writeHead(204).end(),
  );
  return `https://127.0.0.1:${await listen(server)}/in`;
};

/** A server that does with a connection what a test says. @returns its port. */
export const rawReceiver = async (server: Server): Promise<number> => listen(server);
