import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { organizationPartitions } from '#adapters/dynamodb/organization-partitions.ts';
import { eraseOrganization, type ErasurePorts } from '#app/offboarding/erase-organization.ts';
import { writeExport } from '#app/offboarding/write-export.ts';
import { addMs, dayMs } from '@scangate/domain/instant';
import type { ErasureProof } from '@scangate/domain/offboarding/erasure-proof';
import type { Change } from '@scangate/domain/record-changes';
import { fullRecords } from '#test/support/full-records.ts';
import { openOffboardingWorld, type OffboardingWorld } from '#test/support/offboarding/offboarding-world.ts';
import { plantedOrganization } from '#test/support/offboarding/planted-organization.ts';
import { readZip } from '#test/support/offboarding/read-zip.ts';
import { noon, testIds, write } from '#test/support/world.ts';

let world: OffboardingWorld;
beforeAll(async () => {
  world = await openOffboardingWorld();
});
afterAll(() => world.close());

const run = { now: new Date(addMs(noon, 31 * dayMs)), signal: new AbortController().signal };

const scanOf = (organizationId: string): Change => ({
  change: 'insert',
  record: 'scan',
  item: { ...fullRecords.scan, organizationId, scanId: testIds.scanId(noon) },
});

const listingOf = (organizationId: string, value: string): Change => ({
  change: 'insert',
  record: 'scanListing',
  item: { ...fullRecords.scanListing, organizationId, lookup: 'verdict', value },
});

const writeScans = (organizationId: string, count: number) =>
  write(
    world.store,
    Array.from({ length: count }, () => scanOf(organizationId)),
  );

/** A closed organization with rows in each of its partitions, and more scans than one step deletes. */
const spreadOrganization = async () => {
  const { organizationId, personId } = await plantedOrganization(world);
  await write(
    world.store,
    ['PASS', 'FAIL', 'ERROR'].map((value) => listingOf(organizationId, value)),
  );
  for (let hundreds = 0; hundreds < 3; hundreds++) await writeScans(organizationId, 100);
  return { organizationId, personId };
};

const partitionsWithRows = async (organizationId: string): Promise<string[]> => {
  const rows = (await world.rowsOf('Core')).map((row) => (JSON.parse(row) as { pk: string }).pk);
  return [...new Set(rows)].filter((pk) => pk.startsWith(`ORG#${organizationId}`)).toSorted();
};

const countOf = (organizationId: string, kind: string): number | undefined => {
  const kept = world.proofs.get(`erasures/${organizationId}.json`);
  return (JSON.parse(Buffer.from(kept ?? []).toString()) as ErasureProof).statement.counts[kind];
};

describe('an organization with rows in each of its partitions', () => {
  test('is erased from all of them, and its proof counts every row', async () => {
    const { organizationId } = await spreadOrganization();
    expect(await partitionsWithRows(organizationId)).toEqual(
      organizationPartitions(organizationId).toSorted(),
    );
    await eraseOrganization({ organizationId }, world.erasure, run);
    expect(await partitionsWithRows(organizationId)).toEqual([]);
    expect(countOf(organizationId, 'SCAN')).toBe(301);
  });

  test('is erased with rows that are written to partitions which were empty already', async () => {
    const { organizationId } = await spreadOrganization();
    let isWritten = false;
    const erasing: ErasurePorts = {
      ...world.erasure,
      erasers: {
        of: async (id) => {
          const eraser = await world.erasure.erasers.of(id);
          return {
            ...eraser,
            erase: async (rows, progress) => {
              await eraser.erase(rows, progress);
              if (isWritten || !rows.some(({ key }) => key.pk.endsWith('#e'))) return;
              isWritten = true;
              await writeScans(organizationId, 100);
            },
          };
        },
      },
    };
    await eraseOrganization({ organizationId }, erasing, run);
    expect(isWritten).toBe(true);
    expect(await partitionsWithRows(organizationId)).toEqual([]);
    expect(countOf(organizationId, 'SCAN')).toBe(401);
  });

  test('is exported with each row once', async () => {
    const { organizationId, personId } = await spreadOrganization();
    const exportId = '000098';
    await write(world.store, [
      {
        change: 'insert',
        record: 'organizationExport',
        item: {
          organizationId,
          exportId,
          requestedAt: noon.toISOString(),
          requestedBy: personId,
          state: 'running',
          parts: [],
          expiresAt: addMs(noon, 7 * dayMs),
        },
      },
    ]);
    expect(await writeExport({ organizationId, exportId }, world.exporting, run)).toMatchObject({
      done: true,
    });
    const name = `${exportId}/part-0001.zip`;
    const zip = await world.blobs.get({ area: 'exports', organizationId, name });
    const scans = Object.entries(await readZip(Buffer.from(zip ?? [])))
      .filter(([path]) => path.startsWith('records/scan-'))
      .flatMap(([, content]) => content.toString().trim().split('\n'))
      .map((line) => (JSON.parse(line) as { scanId: string }).scanId);
    expect([scans.length, new Set(scans).size]).toEqual([301, 301]);
  });
});
