import {
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  GetItemCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDynamoDb } from '@scangate/emulator-aws/dynamodb/service';
import { createTables } from '@scangate/emulator-aws/dynamodb/create-tables';
import { startDatabase, type Database } from '@scangate/emulator-aws/dynamodb/database-process';
import { listen, type LocalServer } from '@scangate/emulator-host/http-server';
import type { TablePlan } from '@scangate/emulator-aws/template/cloud-plan';
import { clientOf, openWorkbench, type Workbench } from '../workbench.ts';

const TableName = 'records';
const table: TablePlan = {
  name: TableName,
  attributes: [{ name: 'pk', type: 'S' }],
  keys: [{ name: 'pk', type: 'HASH' }],
  indexes: [],
};
let bench: Workbench;
let database: Database;
let front: LocalServer;
let client: DynamoDBClient;

beforeAll(async () => {
  bench = await openWorkbench();
  database = await startDatabase(bench.folder);
  await createTables(database, [table]);
  front = await startDynamoDb(database, [table], bench.context);
  client = new DynamoDBClient(clientOf(front.url));
});
afterAll(async () => {
  client.destroy();
  await front.close();
  await database.stop();
  await bench.close();
});

const item = (pk: string, more: Record<string, AttributeValue> = {}) => ({ pk: { S: pk }, ...more });
const put = (pk: string, more = {}) => client.send(new PutItemCommand({ TableName, Item: item(pk, more) }));
const get = async (pk: string) => (await client.send(new GetItemCommand({ TableName, Key: item(pk) }))).Item;
const transaction = (...keys: string[]) =>
  new TransactWriteItemsCommand({
    TransactItems: keys.map((pk) => ({ Put: { TableName, Item: item(pk) } })),
  });

test('items are stored, and existing tables are kept', async () => {
  await put('one', { text: { S: 'kept' } });
  await createTables(database, [table]);
  expect(await get('one')).toEqual(item('one', { text: { S: 'kept' } }));
});

test('a request that arrives before the database has started is answered afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<Database>();
  const early = await startDynamoDb(promise, [table], bench.context);
  const waiting = new DynamoDBClient(clientOf(early.url)).send(new ListTablesCommand({}));
  resolve(database);
  expect((await waiting).TableNames).toContain(TableName);
  await early.close();
});

test('an existing table with other keys ends the start with advice', async () => {
  const other = { ...table, attributes: [{ name: 'id', type: 'S' }], keys: [{ name: 'id', type: 'HASH' }] };
  await expect(createTables(database, [other])).rejects.toThrow('move the folder away or delete it');
});

test('requests with another access key see no tables', async () => {
  const stranger = new DynamoDBClient(clientOf(database.url));
  expect((await stranger.send(new ListTablesCommand())).TableNames).toEqual([]);
  stranger.destroy();
});

/** Local addresses that listen on a port, as Linux lists them in hexadecimal. */
const listeningAddresses = (port: number): string[] =>
  ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, local = '', , state]) => state === '0A' && Number.parseInt(local.split(':')[1] ?? '', 16) === port,
    )
    .map(([, local = '']) => local.split(':')[0] ?? '');

test('the database listens on 127.0.0.1 only', () => {
  const port = Number(new URL(database.url).port);
  const [mapped, plain] = ['0000000000000000FFFF00000100007F', '0100007F'];
  const addresses = listeningAddresses(port);
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => address !== mapped && address !== plain)).toEqual([]);
});

test('the compiled launcher of the database belongs to its source', () => {
  const source = readFileSync('lib/emulators/aws/dynamodb/loopback/LoopbackServer.java');
  const compiled = readFileSync('lib/emulators/aws/dynamodb/loopback/LoopbackServer.class');
  const digests = [source, compiled].map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  // After a change of the source, compile it as it says and write both digests here.
  expect(digests).toEqual([
    'a36d25dbe931a78a0eab8809c1c23438198f88e15c04d320e1ca9ebcb075d2d2',
    '15b43b4d99ccf1f3b1367fb65dcc06a471e46eacf301c96e18bb57b70dcda369',
  ]);
});

test('a reserved word needs an alias, as in AWS', async () => {
  const update = (UpdateExpression: string, names?: Record<string, string>) =>
    client.send(
      new UpdateItemCommand({
        TableName,
        Key: item('reserved'),
        UpdateExpression,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':value': { S: 'x' } },
      }),
    );
  await expect(update('SET status = :value')).rejects.toThrow('reserved keyword');
  await update('SET #status = :value', { '#status': 'status' });
});

test('an item over 400 KB and a transaction over 100 items are refused', async () => {
  await put('large', { text: { S: 'x'.repeat(409_000) } });
  await expect(put('too large', { text: { S: 'x'.repeat(409_600) } })).rejects.toThrow('size has exceeded');
  const keys = Array.from({ length: 101 }, (_, index) => `many-${index}`);
  await expect(client.send(transaction(...keys))).rejects.toMatchObject({ name: 'ValidationException' });
});

test("an injected conflict cancels a transaction with AWS's error, and nothing is written", async () => {
  bench.faults.inject({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'conflict', times: 1 });
  await expect(client.send(transaction('conflict-1', 'conflict-2'))).rejects.toMatchObject({
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
  });
  expect(await get('conflict-1')).toBeUndefined();
  await client.send(transaction('conflict-1', 'conflict-2'));
  bench.faults.inject({ service: 'dynamodb', kind: 'conflict', times: 1 });
  await expect(put('conflict-1')).rejects.toMatchObject({ name: 'TransactionConflictException' });
});

test('a response that is lost after success leaves the item written', async () => {
  bench.faults.inject({
    service: 'dynamodb',
    operation: 'PutItem',
    kind: 'timeout_after_success',
    times: 1,
  });
  await expect(put('lost')).rejects.toThrow('socket hang up');
  expect(await get('lost')).toEqual(item('lost'));
});

test("injected throttling and failures have AWS's errors and stop after the given number of calls", async () => {
  await put('one');
  bench.faults.inject({ service: 'dynamodb', kind: 'throttle', times: 2 });
  const throttled = { name: 'ProvisionedThroughputExceededException' };
  await expect(get('one')).rejects.toMatchObject(throttled);
  await expect(get('one')).rejects.toMatchObject(throttled);
  bench.faults.inject({ service: 'dynamodb', kind: 'error', times: 1 });
  await expect(get('one')).rejects.toMatchObject({ name: 'InternalServerError' });
  expect(await get('one')).toBeDefined();
});

test('calls are counted by operation, with the bytes of their requests', async () => {
  bench.faults.resetCallCounts();
  await get('one');
  await get('two');
  expect(bench.faults.callCounts()).toEqual([
    { service: 'dynamodb', operation: 'GetItem', calls: 2, requestBytes: expect.any(Number) },
  ]);
  expect(bench.faults.callCounts()[0]?.requestBytes).toBeGreaterThan(50);
});

/** A database that answers on demand, so that two requests are under way at once. */
const heldDatabase = async () => {
  const arrived: (() => void)[] = [];
  let announce = () => {};
  const server = createServer((_request, response) => {
    arrived.push(() => response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}'));
    announce();
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  return {
    database: { url: `http://127.0.0.1:${port}`, accessKeyId: 'x', stop: async () => {} },
    next: () => new Promise<void>((resolve) => void (announce = resolve)),
    answerAll: () => arrived.splice(0).forEach((answer) => answer()),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

test('while a transaction locks an item, another transaction, a write and a transactional read conflict', async () => {
  const held = await heldDatabase();
  const server = await startDynamoDb(held.database, [table], bench.context);
  const direct = new DynamoDBClient(clientOf(server.url));
  const arriving = held.next();
  const first = direct.send(transaction('held', 'other'));
  await arriving;
  await expect(direct.send(transaction('free', 'held'))).rejects.toMatchObject({
    CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
  });
  const write = new UpdateItemCommand({ TableName, Key: item('held') });
  await expect(direct.send(write)).rejects.toMatchObject({ name: 'TransactionConflictException' });
  const read = new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key: item('other') } }] });
  await expect(direct.send(read)).rejects.toMatchObject({ name: 'TransactionCanceledException' });
  held.answerAll();
  await first;
  const again = held.next();
  const second = direct.send(transaction('held'));
  await again;
  held.answerAll();
  await second;
  direct.destroy();
  await server.close();
  held.stop();
});

test('responses carry the date of the emulated clock, so that no SDK corrects its own clock', async () => {
  const server = await listen((_request, response) => void response.end(), {
    now: () => Date.UTC(2031, 0, 1),
  });
  expect((await fetch(server.url)).headers.get('date')).toBe('Wed, 01 Jan 2031 00:00:00 GMT');
  await server.close();
});

test('a port that another process has taken meanwhile is not used', async () => {
  const answer404 = () => listen((_request, response) => void response.writeHead(404).end(), bench.context);
  const [other, gone, fresh] = await Promise.all([answer404(), answer404(), openWorkbench()]);
  await gone.close();
  const urls = [other.url, database.url, gone.url];
  const own = await startDatabase(fresh.folder, {
    nextPort: async () => Number(new URL(urls.shift() ?? '').port),
  });
  expect([own.url, urls]).toEqual([gone.url, []]);
  await own.stop();
  await Promise.all([other.close(), fresh.close()]);
});

test('a damaged database file is reported in one line', async () => {
  const broken = await openWorkbench();
  const accessKeyId = createHash('sha1').update('any').digest('hex');
  broken.folder.writeJson('dynamodb-key.json', { accessKeyId });
  mkdirSync(`${broken.folder.path}/dynamodb`);
  writeFileSync(
    `${broken.folder.path}/dynamodb/${accessKeyId}_local.db`,
    'this is no database, of some length',
  );
  await expect(startDatabase(broken.folder)).rejects.toThrow(
    'is damaged (its database): move it away or delete it',
  );
  await broken.close();
});
