import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { readAttributes } from '@scangate/emulator-aws/s3/object-file';
import { livenessContracts } from '../support/liveness/contracts.ts';
import { makeRepository, sharedTestCloud, type TestCloud } from '../support/local/cloud.ts';

/**
 * Secrets of all kinds whose providers are called, from their commit to everything that is stored and
 * answered.
 */

const contracts = livenessContracts();
/** The head has half of the secrets; the others were removed again before it. Half of each works. */
const isInHead = (index: number): boolean => index % 2 === 0;
const works = (index: number): boolean => index % 4 < 2;
const linesOf = (chosen: (index: number) => boolean): string =>
  contracts.flatMap(({ line }, index) => (chosen(index) ? [line] : [])).join('\n');
const meant = (index: number): string => (works(index) ? 'live' : (contracts[index]?.means ?? ''));

let world: TestCloud;
let token: string;
const answers: string[] = [];

const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const answer = await world.ask<T>(method, path, { token, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  answers.push(answer.text);
  return answer.body;
};

interface Check {
  reasons: string[];
  history: { secrets: { rule: string; severity: string; liveness: string }[] };
}
let scanId: string;
let ended: { verdict: string; pullRequestCheck: Check };

beforeAll(async () => {
  world = await sharedTestCloud();
  const { tokens } = await world.newOrganization({ plan: 'Regulated' });
  token = tokens['owner'] ?? '';
  const { headers } = await world.ask('GET', '/v1/organization/gate', { token });
  const body = { verifySecrets: 'on' };
  const changed = await world.ask('PATCH', '/v1/organization/gate', {
    token,
    body,
    headers: { 'if-match': headers.get('etag') ?? '' },
  });
  if (changed.status !== 200) throw new Error(changed.text);
  for (const [index, { secret }] of contracts.entries())
    if (works(index))
      await world.ask('POST', '/_local/providers/secrets/answer', { body: { secret, answer: 'live' } });
  const commits = makeRepository(
    { 'README.md': 'A shop.\n' },
    { 'deploy/settings.env': linesOf(() => true) },
    { 'deploy/settings.env': linesOf(isInHead) },
  );
  const { repositoryId } = await ask<{ repositoryId: string }>('POST', '/v1/repositories', {
    url: commits.path,
  });
  const [baseCommitHash, , commitHash] = commits.hashes;
  const asked = { repositoryId, commitHash, branch: 'main', baseCommitHash, scanTypes: ['secrets'] };
  ({ scanId } = await ask<{ scanId: string }>('POST', '/v1/scans', asked));
  ended = await ask('GET', `/v1/scans/${scanId}/wait?timeout=60&interval=1`);
  await world.ask('POST', '/_local/settle');
  const reports = ['sarif', 'gl-secret-detection', 'markdown', 'junit'].map(
    (name) => `findings?format=${name}`,
  );
  for (const part of ['findings', ...reports]) await ask('GET', `/v1/scans/${scanId}/${part}`);
  for (const path of ['findings', 'events']) await ask('GET', `/v1/${path}`);
});

test('a finding reports the answer of its provider, in the head and in the commits behind it', async () => {
  const { items } = await ask<{ items: { rule: string; severity: string; liveness: string }[] }>(
    'GET',
    `/v1/scans/${scanId}/findings`,
  );
  const told = (found: typeof items) => new Map(found.map(({ rule, liveness }) => [rule, liveness]));
  const expected = (chosen: (index: number) => boolean) =>
    new Map(contracts.flatMap(({ rule }, index) => (chosen(index) ? [[rule, meant(index)]] : [])));
  expect(told(items)).toEqual(expected(isInHead));
  expect(told(ended.pullRequestCheck.history.secrets)).toEqual(expected((index) => !isInHead(index)));
  for (const { liveness, severity } of items) if (liveness === 'live') expect(severity).toBe('critical');
});

/** Unpacks a file. That of an object ends with its attributes, which the unpacker would take for more of it. */
const unpacked = async (path: string, content: Buffer): Promise<Buffer> => {
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content;
  const attributes = path.includes('/s3/') ? await readAttributes(path) : undefined;
  const end = attributes?.size ?? content.length;
  return Buffer.concat([gunzipSync(content.subarray(0, end)), content.subarray(end)]);
};

/** Returns all files of the data folder but the programs, unpacked. */
const filesBelow = (folder: string): Promise<[path: string, content: Buffer][]> =>
  Promise.all(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\/(?:bundles|compiled|cdk\.out)(?:\/|$)/.test(entry.parentPath))
      .map(async ({ name, parentPath }): Promise<[path: string, content: Buffer]> => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), await unpacked(path, readFileSync(path))];
      }),
  );

/** Makes text of a row, with what is packed in it unpacked. */
const textOf = (row: unknown): string =>
  JSON.stringify(row, (_, value: unknown) => {
    if (!(value instanceof Uint8Array)) return value;
    try {
      return inflateRawSync(value).toString('utf8');
    } catch {
      return Buffer.from(value).toString('latin1');
    }
  });

const rowsOf = async ({ cloud }: TestCloud): Promise<[place: string, text: string][]> => {
  const client = new DynamoDBClient({
    endpoint: cloud.environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
    region: cloud.environment['AWS_REGION'] ?? '',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const rows: [string, string][] = [];
  for (const { name } of cloud.plan.tables)
    for await (const { Items = [] } of paginateScan({ client }, { TableName: name }))
      for (const row of Items) rows.push(['row', textOf(row)]);
  client.destroy();
  return rows;
};

test('no answer, row, object, execution or log line contains a secret once the scan has ended', async () => {
  const { data } = world.cloud;
  const kept: [place: string, content: Buffer | string][] = [
    ...answers.map((text): [string, string] => ['answer', text]),
    ...(await rowsOf(world)),
    ...(await filesBelow(data)),
  ];
  const placesOf = (...texts: string[]): string[] =>
    kept.filter(([, content]) => texts.some((text) => content.includes(text))).map(([place]) => place);
  // Everything that could contain a secret was searched: the stored scan, and the logs of the functions that
  // had its secrets.
  const places = new Set(placesOf(scanId).map((place) => place.split('/')[0]));
  expect([...places].toSorted()).toEqual(['answer', 'executions', 'row', 's3']);
  const logs = kept.map(([place]) => place).filter((place) => place.startsWith('logs/'));
  expect(logs).toEqual(expect.arrayContaining(['logs/fetch-source.log', 'logs/scan-small-units.log']));
  expect(placesOf(...contracts.map(({ secret }) => secret))).toEqual([]);
});
