import { verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reapplyErasures } from '#app/operator/reapply-erasures.ts';
import { eraseOrganization } from '#app/offboarding/erase-organization.ts';
import { writeExport } from '#app/offboarding/write-export.ts';
import { erasureText, type ErasureProof } from '@scangate/domain/offboarding/erasure-proof';
import { addMs, dayMs } from '@scangate/domain/instant';
import { openOffboardingWorld, type OffboardingWorld } from '#test/support/offboarding/offboarding-world.ts';
import { bookRecords, plantMarks } from '#test/support/offboarding/plant-marks.ts';
import { personOf, plantedOrganization } from '#test/support/offboarding/planted-organization.ts';
import { readZip } from '#test/support/offboarding/read-zip.ts';
import { newOrganization, noon, testIds, write } from '#test/support/world.ts';

let world: OffboardingWorld;
beforeAll(async () => {
  world = await openOffboardingWorld();
});
afterAll(() => world.close());

const afterClosing = new Date(noon.getTime() + 31 * dayMs);
const run = { now: afterClosing, signal: new AbortController().signal };

const storedText = async (): Promise<string> =>
  [...(await world.rowsOf('Core')), ...(await world.rowsOf('Tokens')), ...(await world.objectKeys())].join(
    '\n',
  );

describe('an erased organization', () => {
  test('leaves none of 1,000 planted marks, all of which an earlier export contains', async () => {
    const { organizationId, personId, marks } = await plantedOrganization(world, 7);
    expect(marks.length).toBeGreaterThanOrEqual(1_000);
    const other = await newOrganization(world.store);
    const before = (await world.rowsOf('Core')).filter((row) => row.includes(other.organizationId)).length;

    const exportId = '000099';
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
    const written = await writeExport({ organizationId, exportId }, world.exporting, run);
    expect(written.done).toBe(true);
    const zip = await world.blobs.get({ area: 'exports', organizationId, name: `${exportId}/part-0001.zip` });
    const records = Object.entries(await readZip(Buffer.from(zip ?? [])))
      .filter(([path]) => path.startsWith('records/'))
      .map(([, content]) => content)
      .join('\n');
    expect(marks.filter((mark) => !records.includes(mark))).toEqual([]);

    expect(await eraseOrganization({ organizationId }, world.erasure, run)).toEqual({
      organizationId,
      done: true,
    });
    const text = await storedText();
    expect(marks.filter((mark) => text.includes(mark))).toEqual([]);
    expect(text).not.toContain(personId);
    expect((await world.objectKeys()).filter((key) => key.includes(organizationId))).toEqual([]);
    const rest = (await world.rowsOf('Core')).filter((row) => row.includes(organizationId));
    expect(
      rest.map((row) => (JSON.parse(row) as { pk: string; sk: string }).sk.split('#')[0]).toSorted(),
    ).toEqual(['ERASED', ...Array.from({ length: 7 }, () => 'INVOICE')]);
    expect([...bookRecords]).toContain('ledgerEntry');
    expect((await world.rowsOf('Ledger')).some((row) => row.includes(organizationId))).toBe(true);
    const after = (await world.rowsOf('Core')).filter((row) => row.includes(other.organizationId)).length;
    expect(after).toBe(before);
  }, 60_000);

  test('has a signed proof with its counts and both dates, which its owners get by mail', async () => {
    const { organizationId } = await plantedOrganization(world);
    world.mails.length = 0;
    await eraseOrganization({ organizationId }, world.erasure, run);
    const kept = world.proofs.get(`erasures/${organizationId}.json`);
    const proof = JSON.parse(Buffer.from(kept ?? []).toString()) as ErasureProof;
    expect(proof.statement).toMatchObject({
      kind: 'erasure',
      organizationId,
      closedAt: noon.toISOString(),
      erasedAt: afterClosing.toISOString(),
      counts: { ORG: 1, MEMBER: 2, PERSON: 2, IDENTITY: 1, TOKEN: 1, objects: 7 },
    });
    const signed = Buffer.from(erasureText(proof.statement));
    const signature = Buffer.from(proof.signature, 'base64');
    expect(verify('sha256', signed, world.publicKey, signature)).toBe(true);
    const erased = await world.store.get('erased', { organizationId });
    expect(erased).toMatchObject({ counts: proof.statement.counts, keysDigest: proof.statement.keysDigest });
    expect(world.mails.map(({ to, mail }) => [to, mail.text.includes(proof.signature)])).toEqual([
      ['owner@example.com', true],
    ]);
  });

  test('is erased with its people, except those who are in another organization', async () => {
    const { organizationId } = await plantedOrganization(world);
    const staying = await newOrganization(world.store);
    const personId = testIds.uuid();
    await write(world.store, personOf(personId, [organizationId, staying.organizationId]));
    await write(world.store, [
      {
        change: 'insert',
        record: 'member',
        item: {
          organizationId,
          personId,
          email: 'a@b.example',
          role: 'member',
          joinedAt: noon.toISOString(),
        },
      },
    ]);
    await eraseOrganization({ organizationId }, world.erasure, run);
    expect(await world.store.get('person', { personId })).toBeDefined();
    expect(await world.store.get('identity', { identityHash: `identity-${personId}` })).toBeDefined();
    expect(await world.store.get('personOrganization', { personId, organizationId })).toBeUndefined();
    const { organizationId: other } = staying;
    expect(await world.store.get('personOrganization', { personId, organizationId: other })).toBeDefined();
  });

  test('is not erased before its 30 days are over, or unless it is closing', async () => {
    const { organizationId } = await plantedOrganization(world);
    const early = { ...run, now: new Date(noon.getTime() + 29 * dayMs) };
    await eraseOrganization({ organizationId }, world.erasure, early);
    const open = await newOrganization(world.store);
    await eraseOrganization({ organizationId: open.organizationId }, world.erasure, run);
    expect(await world.store.get('organization', { organizationId })).toBeDefined();
    expect(await world.store.get('organization', { organizationId: open.organizationId })).toBeDefined();
  });

  test('is erased again after a backup restored it, and the first proof is kept', async () => {
    const { organizationId, marks } = await plantedOrganization(world);
    await eraseOrganization({ organizationId }, world.erasure, run);
    const proof = world.proofs.get(`erasures/${organizationId}.json`);
    world.mails.length = 0;
    const personId = testIds.uuid();
    for (const change of plantMarks(organizationId, personId, 1).changes)
      if (!bookRecords.has(change.record)) await write(world.store, [change]);
    const started: string[] = [];
    const erasure = { start: async (id: string) => void started.push(id) };
    const ports = { store: world.store, erasure, sealStore: world.sealStore };
    const restoredTo = addMs(noon, dayMs);
    const { organizations } = await reapplyErasures({ restoredTo }, ports, afterClosing);
    expect(organizations).toContain(organizationId);
    expect(started).toEqual(organizations);
    expect(
      (await reapplyErasures({ restoredTo: addMs(afterClosing, 1) }, ports, afterClosing)).organizations,
    ).toEqual([]);
    await eraseOrganization({ organizationId }, world.erasure, run);
    const text = await storedText();
    expect(marks.filter((mark) => text.includes(mark))).toEqual([]);
    expect(world.proofs.get(`erasures/${organizationId}.json`)).toBe(proof);
    expect(world.mails).toEqual([]);
  });
});

describe('index entries of an organization whose tables were restored', () => {
  const entries = async (organizationId: string): Promise<string[]> =>
    (await world.rowsOf('Core')).filter((row) => row.includes('COMPONENT#') && row.includes(organizationId));

  /** Writes a unit that names a list, and an entry for each package. */
  const indexed = async (
    organizationId: string,
    { unit, packages, list }: { unit: string; packages: readonly string[]; list?: readonly string[] },
  ): Promise<void> => {
    const ids = { organizationId, repositoryId: 'r-1', projectUnitId: unit, revision: 1 };
    const name = `${unit}/s-1.json`;
    const item = {
      ...ids,
      scanId: 's-1',
      followed: 1,
      packages: packages.length,
      lists: [name],
      complete: true,
    };
    await write(world.store, [{ change: 'insert', record: 'indexedUnit', item }]);
    for (const each of packages) {
      const component = { ...ids, package: each, uses: [] } as never;
      await write(world.store, [{ change: 'insert', record: 'indexedComponent', item: component }]);
    }
    const content = JSON.stringify(Object.fromEntries((list ?? []).map((each) => [each, ''])));
    if (list) await world.blobs.put({ area: 'index', organizationId, name }, content);
  };

  test('are erased with a list that is lost with its scan, and those of other organizations are not', async () => {
    const { organizationId } = await plantedOrganization(world);
    const other = await newOrganization(world.store);
    const many = Array.from({ length: 120 }, (_, number) => `pkg:npm/lost-${number}`);
    await indexed(organizationId, { unit: 'lost', packages: many });
    await indexed(organizationId, { unit: 'kept', packages: ['pkg:npm/kept'], list: ['pkg:npm/kept'] });
    await indexed(other.organizationId, { unit: 'lost', packages: ['pkg:npm/lost-1'] });
    await eraseOrganization({ organizationId }, world.erasure, run);
    expect(await entries(organizationId)).toEqual([]);
    expect(await entries(other.organizationId)).toHaveLength(1);
  });

  test.each(['', 'x', '{"pkg:npm/damaged":', 'null'])(
    'are erased with a list that is damaged: %j',
    async (text) => {
      const { organizationId } = await plantedOrganization(world);
      await indexed(organizationId, { unit: 'damaged', packages: ['pkg:npm/damaged'], list: [] });
      await world.blobs.put({ area: 'index', organizationId, name: 'damaged/s-1.json' }, text);
      await eraseOrganization({ organizationId }, world.erasure, run);
      expect(await entries(organizationId)).toEqual([]);
    },
  );

  test('are found with one read of each list, however many they are', async () => {
    const { organizationId } = await plantedOrganization(world);
    const many = Array.from({ length: 250 }, (_, number) => `pkg:npm/many-${number}`);
    await indexed(organizationId, { unit: 'many', packages: many, list: [...many, 'pkg:npm/gone'] });
    let reads = 0;
    const { get, ...others } = world.erasure.blobs;
    const counted = (key: Parameters<typeof get>[0]) => {
      if (key.name.startsWith('many/')) reads += 1;
      return get(key);
    };
    const blobs = { ...others, get: counted } as typeof world.erasure.blobs;
    await eraseOrganization({ organizationId }, { ...world.erasure, blobs }, run);
    expect([await entries(organizationId), reads]).toEqual([[], 1]);
  });
});
