import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestKey } from './ci-tokens.ts';

/** An issuer on this machine whose documents a test changes. */
export interface TestIssuer {
  issuer: string;
  keys: TestKey[];
  /** The paths that were asked for. */
  asked: string[];
  /** Answers in place of the documents. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  close(): void;
}

const send = (response: ServerResponse, body: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Starts an issuer with some keys. @param path is below its origin. */
export const startIssuer = async (keys: TestKey[], path = ''): Promise<TestIssuer> => {
  const server = createServer((request, response) => {
    const { url = '' } = request;
    started.asked.push(url);
    if (started.answer) return started.answer(request, response);
    if (url === `${path}/.well-known/openid-configuration`)
      return send(response, { issuer: started.issuer, jwks_uri: `${started.issuer}/keys` });
    if (url === `${path}/keys`) return send(response, { keys: started.keys.map(({ jwk }) => jwk) });
    return void response.writeHead(404).end();
  });
  const started: TestIssuer = {
    issuer: '',
    keys,
    asked: [],
    answer: undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  started.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return started;
};
