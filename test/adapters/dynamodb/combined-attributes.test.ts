import { marshall } from '@aws-sdk/util-dynamodb';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packItem, withUnpacked } from '#adapters/dynamodb/combined-attributes.ts';
import { itemBytes } from '#adapters/dynamodb/item-bytes.ts';
import { fromItem, toItem, type Item } from '#adapters/dynamodb/items.ts';
import type { Scan } from '@scangate/domain/records';
import { derivedId } from '@scangate/engines/model/digest';
import { itemBytes as countedBytes } from '#test/bench/capacity/item-size.ts';

/** A scan as it is created, of one unit. */
const aScan = (): Scan => ({
  organizationId: derivedId('organization'),
  scanId: derivedId('scan'),
  repositoryId: derivedId('repository'),
  commitHash: 'a'.repeat(40),
  branch: 'main',
  status: 'queued',
  scanTypes: ['sbom', 'sca', 'license', 'dependency-advisor', 'secrets'],
  fullScope: true,
  skippedScanTypes: [{ scanType: 'sast', reason: 'sast_addon_required' }],
  sourceTrigger: 'api',
  personId: derivedId('person'),
  billingAccountId: derivedId('account'),
  units: [
    {
      projectUnitId: derivedId('unit'),
      path: '',
      type: 'npm',
      status: 'queued',
      charge: { core: 1, sast: 0 },
    },
  ],
  unitsVersion: 0,
  chargedPeriods: { core: '2026-03-01T00:00:00.000Z', sast: '2026-03-01T00:00:00.000Z' },
  policyDigest: `sha256:${'0'.repeat(64)}`,
  severityThreshold: 'critical',
  dedupDigest: '0'.repeat(32),
  createdAt: '2026-03-10T12:00:00.000Z',
  dueQueue: '0',
  dueAt: '2026-03-10T12:01:00.000Z',
});

const textOf = (points: readonly number[]): string => String.fromCodePoint(...points);
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
/** Branches of up to 255 UTF-16 units: plain ones, and those of the scripts that take most bytes. */
const branches = fc
  .oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 255 }),
    fc.string({ unit: 'binary', maxLength: 255, size: 'max' }),
    fc.array(fc.integer({ min: 0x4e00, max: 0x9fff }), { minLength: 255, maxLength: 255 }).map(textOf),
    fc.array(fc.integer({ min: 0x800, max: 0xd7ff }), { minLength: 255, maxLength: 255 }).map(textOf),
    fc.array(fc.integer({ min: 0x20000, max: 0x2a6df }), { minLength: 127, maxLength: 127 }).map(textOf),
    hex(255),
    fc.uuid().map((id) => `${id}/${id}`.repeat(3)),
  )
  .map((branch) => branch.slice(0, 255).toWellFormed());

/** A scan of one unit with everything that a request can say of it. */
const scans = fc
  .record({
    branch: branches,
    commitHash: hex(40),
    base: hex(40),
    digest: hex(64),
    number: fc.nat(9_999_999),
  })
  .map(({ branch, commitHash, base, digest, number }): Scan => ({
    ...aScan(),
    branch,
    commitHash,
    base: { commitHash: base },
    pullRequest: { number },
    policyDigest: `sha256:${digest}`,
    pipelineDigest: digest.slice(0, 32),
  }));

/** The longest paths: of names in ASCII, of ids, and of letters that take three and four bytes. */
const paths = fc
  .oneof(
    hex(512),
    fc.string({ unit: 'grapheme-ascii', minLength: 512, maxLength: 512 }),
    fc.array(fc.integer({ min: 0x4e00, max: 0x9fff }), { minLength: 512, maxLength: 512 }).map(textOf),
    fc.array(fc.integer({ min: 0x20000, max: 0x2a6df }), { minLength: 256, maxLength: 256 }).map(textOf),
  )
  .map((path) => `${path.slice(0, 494).toWellFormed()}/package-lock.json`);

/** A scan of a lockfile. It has no dedup row. */
const artifactScans = fc
  .record({ branch: branches, path: paths, commitHash: hex(40), sha256: hex(64), digest: hex(64) })
  .map(({ branch, path, commitHash, sha256, digest }): Scan => {
    const { dedupDigest: _none, ...scan } = aScan();
    return {
      ...scan,
      branch,
      commitHash,
      artifact: { kind: 'lockfile', path, sha256 },
      sourceTrigger: 'cli',
      policyDigest: `sha256:${digest}`,
      pipelineDigest: digest.slice(0, 32),
    };
  });

/** Characters that leave little to compress. */
const plainText = (length: number) =>
  fc.string({ unit: 'grapheme-ascii', minLength: length, maxLength: length });

describe('a scan record that is longer than a write unit', () => {
  test('of an artifact takes one if its path and branch have 500 ASCII characters together', () => {
    fc.assert(
      fc.property(artifactScans, plainText(500), fc.integer({ min: 1, max: 255 }), (scan, text, inBranch) => {
        const path = `${text.slice(inBranch, -18)}/package-lock.json`;
        const artifact = scan.artifact && { ...scan.artifact, path };
        const plain = { ...scan, branch: text.slice(0, inBranch), artifact };
        const item = toItem('scan', plain);
        expect(fromItem('scan', item)).toEqual(plain);
        expect(countedBytes(marshall(item) as never)).toBeLessThanOrEqual(1024);
      }),
    );
  });

  test('of an artifact takes little more than two at most, whatever its path and branch are', () => {
    fc.assert(
      fc.property(artifactScans, (scan) => {
        const item = toItem('scan', scan);
        expect(fromItem('scan', item)).toEqual(scan);
        expect(countedBytes(marshall(item) as never)).toBeLessThanOrEqual(2200);
      }),
    );
  });

  test('is read as it was written, and takes one write unit whatever its branch, base and pull request are', () => {
    fc.assert(
      fc.property(scans, (scan) => {
        const item = toItem('scan', scan);
        expect(fromItem('scan', item)).toEqual(scan);
        expect(countedBytes(marshall(item) as never)).toBeLessThanOrEqual(1024);
      }),
    );
  });

  test('keeps the changing fields, and those that indexes and conditions need, in separate attributes', () => {
    const item = toItem('scan', { ...aScan(), branch: 'b'.repeat(255) });
    expect(item).toHaveProperty('packed');
    expect(item).toMatchObject({
      status: 'queued',
      unitsVersion: 0,
      units: [{}],
      dueQueue: expect.any(String),
    });
    expect(item).not.toHaveProperty('branch');
  });

  test('prefers the separate attribute that an update writes over the older packed field', () => {
    const scan = { ...aScan(), branch: 'b'.repeat(255) };
    const updated = { ...toItem('scan', scan), status: 'running', branch: 'moved' };
    expect(fromItem('scan', updated)).toEqual({ ...scan, status: 'running', branch: 'moved' });
  });
});

test.each([
  ['no valid Unicode', 'a\ud800b'],
  ['control characters', '\u0001\u0002@\u0003'],
  ['nothing', ''],
])('a branch of %s is kept as it is', (_name, branch) => {
  const scan = { ...aScan(), branch, chargedPeriods: undefined, units: [...aScan().units, ...aScan().units] };
  const item = packItem('scan', { ...scan, personId: 'p'.repeat(700) });
  expect(item).toHaveProperty('packed');
  expect(withUnpacked('scan', item)).toEqual(
    JSON.parse(JSON.stringify({ ...scan, personId: 'p'.repeat(700) })),
  );
});

test('packed fields that are cut off are a failure', () => {
  const { packed, ...item } = toItem('scan', { ...aScan(), branch: '\u4e00'.repeat(255) }) as {
    packed: Buffer;
  };
  for (const length of [0, 2, 20, 60]) {
    const damaged = { ...item, packed: packed.subarray(0, length) };
    expect(() => withUnpacked('scan', damaged)).toThrow(
      /range|length|damaged|invalid|unexpected|outside|JSON/i,
    );
  }
});

test('a scan record is packed when its preparation would make it longer than a write unit', () => {
  const item = toItem('scan', aScan());
  expect(item).toHaveProperty('packed');
  expect(itemBytes(item)).toBeLessThanOrEqual(1024 - 256);
  const short: Scan = { ...aScan(), scanTypes: ['sbom'], skippedScanTypes: [], units: [] };
  expect(toItem('scan', short)).not.toHaveProperty('packed');
});

/** The SDK treats an object with a member `constructor` as an instance of a class. */
const attributeName = fc.string({ minLength: 1 }).filter((name) => !(name in {}));

test('the computed size of an item is never lower than what DynamoDB counts', () => {
  const values = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      fc.string(),
      fc.integer(),
      fc.integer().map((number) => number / 1000),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(attributeName, tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  fc.assert(
    fc.property(fc.dictionary(attributeName, values, { maxKeys: 4 }), (item: Item) => {
      expect(itemBytes(item)).toBeGreaterThanOrEqual(countedBytes(marshall(item) as never));
    }),
  );
});
