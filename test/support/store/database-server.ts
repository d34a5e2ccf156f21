import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDataFolder } from '@scangate/emulator-host/data-folder';
import { startDatabase, type Database } from '@scangate/emulator-aws/dynamodb/database-process';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the URL of DynamoDB Local, or with 500 and the reason why it does not start. */
    sharedDatabase: string;
  }
}

/** Offers all test files one DynamoDB Local, which starts when the first of them asks for it. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  let database: Promise<Database> | undefined;
  const start = async () =>
    startDatabase(await openDataFolder(mkdtempSync(join(tmpdir(), 'scangate-database-'))));
  const server = createServer((_, response) => {
    database ??= start();
    database.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  provide('sharedDatabase', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await database?.then((one) => one.stop()).catch(() => {});
  };
};
