import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { itemBytes } from '#adapters/dynamodb/item-bytes.ts';
import { fromItem, toItem } from '#adapters/dynamodb/items.ts';
import { Expression, updateExpressions } from '#adapters/dynamodb/expressions.ts';
import type { KeptUnit, Scan, ScanUnit } from '@scangate/domain/records';
import { keepResult } from '@scangate/domain/scans/reuse/kept-unit';
import { maxUnitsPerScan } from '@scangate/engines/units/discover-units';
import { verdictStatement } from '@scangate/domain/evidence/verdict-statement';
import { derivedId, sha256 } from '@scangate/engines/model/digest';
import { verdictFacts } from '#test/support/evidence/signed-verdict.ts';
import { fullRecords } from '#test/support/full-records.ts';

/** The statement of a scan of so many units, each with findings and an SBOM. */
const statementOf = (units: number): string => {
  const evidence = Object.fromEntries(
    Array.from({ length: units * 2 }, (_, index) => {
      const unit = derivedId('unit', String(Math.floor(index / 2)));
      return [`${unit}/${index % 2 === 0 ? 'findings' : 'sbom'}.json`, sha256(`document ${index}`)];
    }),
  );
  return JSON.stringify(verdictStatement({ ...verdictFacts(), evidence }));
};

/** The bytes that a write is billed by: names and values. */
const bytesOf = (item: Record<string, unknown>): number =>
  Object.entries(item).reduce((sum, [name, value]) => {
    const bytes = value instanceof Uint8Array ? value.length : Buffer.byteLength(String(value));
    return sum + name.length + bytes;
  }, 0);

test('a statement is read as it was written, byte for byte', () => {
  for (const statement of [statementOf(0), statementOf(200), '{"name":"schöp"}', '']) {
    const attestation = { ...fullRecords.attestation, statement };
    const item = toItem('attestation', attestation);
    expect(item['statement']).toBeInstanceOf(Uint8Array);
    expect(fromItem('attestation', item)).toEqual(attestation);
  }
});

test('the signed verdict of a scan of 12 units fits into 3 KB, which a transaction writes for 6 units', () => {
  const signed = {
    signature: 'x'.repeat(96),
    keyId: 'x'.repeat(43),
    signedAt: '2026-03-10T12:00:00.000Z',
    organizationId: derivedId('organization'),
    scanId: derivedId('scan'),
  };
  const item = toItem('attestation', { ...fullRecords.attestation, ...signed, statement: statementOf(12) });
  expect(bytesOf(item)).toBeLessThanOrEqual(3 * 1024);
});

/** Units that failed, each with everything that a unit may have. */
const unitsOf = (count: number, pathBytes = 60): ScanUnit[] =>
  Array.from({ length: count }, (_, index) => ({
    projectUnitId: derivedId('unit', String(index)),
    path: `${sha256(`path ${index}`).repeat(4)}/${index}`.slice(-pathBytes),
    type: 'npm',
    status: 'failed',
    charge: { core: 1, sast: 1 },
    promotionsVersions: { core: 3, sast: 3 },
    chargedPeriods: { core: '2026-03-10T12:00:00.000Z', sast: '2026-03-10T12:00:00.000Z' },
    error: 'The unit was lost on our side.',
    errorCode: 'system_error',
    reuseKey: sha256(`key ${index}`),
    sourceBytes: 1_000_000 + index,
  }));

test('a list of few units is stored uncompressed, and a longer one is read as it was written', () => {
  for (const [count, isList] of [
    [1, true],
    [10, false],
    [maxUnitsPerScan, false],
  ] as const) {
    const scan = { ...fullRecords.scan, units: unitsOf(count) };
    const item = toItem('scan', scan);
    expect(Array.isArray(item['units'])).toBe(isList);
    expect(fromItem('scan', item)).toEqual(scan);
  }
});

/** A scan whose units are being scanned. */
const runningScan = (count: number): Scan => {
  const { verdict: _, pullRequestCheck: _check, ...scan } = fullRecords.scan;
  const units = unitsOf(count).map(({ error: _error, errorCode: _code, ...unit }, index): ScanUnit => ({
    ...unit,
    path: `packages/unit-${index}`,
    status: 'running',
  }));
  return { ...scan, units };
};

/** The read units of 31 reads, eventually consistent: half a unit for each 4 KB. */
const unitsOf31Looks = (count: number): number =>
  31 * 0.5 * Math.ceil(itemBytes(toItem('scan', runningScan(count))) / 4096);

test('a wait of 300 s reads 15.5 units for a scan of up to 40 units, and 4 times that for 200', () => {
  expect([1, 20, 40].map(unitsOf31Looks)).toEqual([15.5, 15.5, 15.5]);
  expect(unitsOf31Looks(200)).toBeLessThanOrEqual(62);
});

/** A verdict on so many units, each with a file that no type could assess. */
const verdictOf = (units: number): NonNullable<typeof fullRecords.scan.verdict> => {
  const { verdict } = fullRecords.scan;
  if (!verdict) throw new Error('a full record has a verdict');
  const types = ['sbom', 'sca', 'license', 'dependency-advisor', 'secrets', 'sast'] as const;
  const coverage = unitsOf(units).flatMap(({ projectUnitId, path }) =>
    types.map((scanType) => ({
      projectUnitId,
      scanType,
      status: 'unassessed' as const,
      assessed: 0,
      gaps: [{ reason: 'not_readable', file: `${path}/package-lock.json` }],
    })),
  );
  return { ...verdict, coverage };
};

test.each([1, 40, maxUnitsPerScan])('a verdict that covers %d units fits beside them', (count) => {
  const scan = { ...fullRecords.scan, units: unitsOf(count), verdict: verdictOf(count) };
  const item = toItem('scan', scan);
  expect(item['verdict']).toBeInstanceOf(Uint8Array);
  expect(fromItem('scan', item)).toEqual(scan);
  expect(bytesOf(item)).toBeLessThan(300 * 1024);
});

test('a verdict that was stored without compression is read as it is', () => {
  const scan = { ...fullRecords.scan, verdict: verdictOf(1) };
  expect(fromItem('scan', { ...toItem('scan', scan), verdict: scan.verdict })).toEqual(scan);
});

test('the usual verdict of a scan of one unit takes at most 300 bytes', () => {
  const [unit] = unitsOf(1);
  const types = ['sbom', 'sca', 'license', 'dependency-advisor', 'secrets'] as const;
  const coverage = types.map((scanType) => ({
    projectUnitId: unit?.projectUnitId ?? '',
    scanType,
    status: 'assessed' as const,
    assessed: 3,
    gaps: [],
    canary: 'found' as const,
  }));
  const verdict = { ...verdictOf(1), coverage };
  const scan = { ...fullRecords.scan, verdict };
  const item = toItem('scan', scan);
  expect(fromItem('scan', item)).toEqual(scan);
  expect((item['verdict'] as Uint8Array).length).toBeLessThanOrEqual(300);
  const before = deflateRawSync(JSON.stringify(verdict));
  expect(fromItem('scan', { ...item, verdict: before })).toEqual(scan);
  expect(before.length).toBeGreaterThan(512);
});

test('the results that a unit keeps take one write unit, and are read as they were written', () => {
  const scanIds = Array.from({ length: 20 }, (_none, index) => derivedId('scan', String(index)));
  let kept: KeptUnit | undefined;
  const { organizationId, repositoryId, projectUnitId } = fullRecords.keptUnit;
  for (const [index, scanId] of scanIds.entries()) {
    const keptAt = new Date(Date.UTC(2026, 2, 10, index)).toISOString();
    const result = { key: sha256(`key ${index}`), scanId, keptAt, bytes: 384 + index, commented: [] };
    const [change] = keepResult(
      { organizationId, repositoryId, projectUnitId },
      { stored: kept, result },
      keptAt,
    );
    kept = change?.change === 'insert' ? change.item : undefined;
  }
  if (!kept) throw new Error('results were kept');
  const item = toItem('keptUnit', kept);
  expect(kept.results).toHaveLength(12);
  expect(itemBytes(item)).toBeLessThanOrEqual(1024);
  expect(fromItem('keptUnit', item)).toEqual(kept);
});

test('a statement that was stored without the usual content is read as it is', () => {
  const attestation = { ...fullRecords.attestation, statement: statementOf(12) };
  const item = toItem('attestation', attestation);
  const before = deflateRawSync(attestation.statement, { level: 9 });
  expect(fromItem('attestation', { ...item, statement: before })).toEqual(attestation);
  expect(before.length - (item['statement'] as Uint8Array).length).toBeGreaterThan(300);
});

test('an update compresses units in the same form as an insert', () => {
  const set = { units: unitsOf(maxUnitsPerScan) };
  const { organizationId, scanId } = fullRecords.scan;
  const expression = new Expression();
  updateExpressions(expression, {
    change: 'update',
    record: 'scan',
    id: { organizationId, scanId },
    set,
    onConflict: () => new Error('no conflict'),
  });
  const stored = Object.values(expression.values).find((value) => value instanceof Uint8Array);
  const item = { ...toItem('scan', fullRecords.scan), units: stored };
  expect(fromItem('scan', item).units).toEqual(set.units);
});

test('a thousand units with the longest paths take less than half of the 400 KB of an item', () => {
  const scan = { ...fullRecords.scan, units: unitsOf(maxUnitsPerScan, 204) };
  const { units } = toItem('scan', scan);
  expect(units).toBeInstanceOf(Uint8Array);
  expect((units as Uint8Array).length).toBeLessThan(200 * 1024);
});

test('text fields of other records are not compressed', () => {
  expect(toItem('policy', fullRecords.policy)['createdAt']).toBe(fullRecords.policy.createdAt);
});
