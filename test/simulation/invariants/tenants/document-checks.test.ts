import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';
import type { World } from '#test/simulation/start/world.ts';
import { checkContents } from './document-checks.ts';
import { numberedOrganization } from './numbered-organization.ts';
import { Ownership } from './ownership.ts';

const own = numberedOrganization(1);
const other = numberedOrganization(2);

const zipOf = async (text: string): Promise<Buffer> => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`${text}${' '.repeat(2_000)}`), 'scans/all.ndjson');
  zip.end();
  return buffer(zip.outputStream);
};

const check = (key: string, content: Buffer): { told: string[]; count: number } => {
  const told: string[] = [];
  const ownership = new Ownership([own, other]);
  for (const { organizationId } of [own, other]) {
    const after = { pk: `ORG#${organizationId}`, sk: 'ORG' };
    ownership.onCommit([{ table: 'Core', before: undefined, after }]);
  }
  const cloud = { objects: { buckets: new Map([['data', new Map([[key, content]])]]) } };
  const world = { cloud, ownership } as unknown as World;
  const count = checkContents(world, (invariant, what) => void told.push(`${invariant}: ${what}`));
  return { told, count };
};

const keys = [`exports/${own.organizationId}/e/1.zip`, `packs/${own.organizationId}/p/a/pack.zip`];

test.each(keys)('%s may have what its organization has', async (key) => {
  expect(check(key, await zipOf(`${own.taint} ${own.organizationId}`))).toEqual({ told: [], count: 1 });
});

test.each(keys)('%s must not have the mark or id of another organization in any file', async (key) => {
  for (const trace of [other.taint, other.organizationId])
    expect(check(key, await zipOf(trace)).told).toEqual([
      expect.stringContaining(`tells taint1x of taint2x: ${trace}`),
    ]);
});

test('a document that nobody can read, or of nobody, is not passed over', () => {
  expect(check(keys[0] ?? '', Buffer.from('nonsense')).told).toEqual([
    expect.stringContaining('cannot be read'),
  ]);
  expect(check('packs/unknown/p.zip', Buffer.from('')).told).toEqual([
    expect.stringContaining('belongs to nobody'),
  ]);
});

test('other objects are no documents', () => {
  expect(check('results/x', Buffer.from(other.taint))).toEqual({ told: [], count: 0 });
});
