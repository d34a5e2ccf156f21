import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { listTrackedFindings } from '#app/tracking/list-tracked-findings.ts';
import type { TrackedFinding } from '@scangate/domain/records';
import { listedBy } from '@scangate/domain/tracking/listing';
import type { Problem } from '@scangate/domain/problem';
import type { Severity } from '@scangate/engines/model/severity';
import type { Store } from '#ports/store.ts';
import { fullTracking } from '../support/full-tracking.ts';
import { startTestDatabase, type TestDatabase } from '../support/store/test-database.ts';
import { later, noon, testIds, write } from '../support/world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => database.stop());

const stores: [string, () => Store][] = [
  ['the store in memory', () => new MemoryStore()],
  ['the store over DynamoDB', () => database.store],
];

const { tolerated: _t, fixed: _f, unconfirmed: _u, expiresAt: _e, ...open } = fullTracking.trackedFinding;
const rowOf = (organizationId: string, name: string, more: Partial<TrackedFinding> = {}): TrackedFinding => {
  const row: TrackedFinding = {
    ...open,
    state: 'open',
    organizationId,
    projectUnitId: 'unit-1',
    fingerprint: name,
    title: name,
    firstSeen: { ...open.firstSeen, at: noon.toISOString() },
    ...more,
  };
  return { ...row, listedOf: organizationId, listedBy: listedBy(row) };
};

describe.each(stores)('%s', (_name, make) => {
  const filled = async () => {
    const store = make();
    const organizationId = testIds.uuid();
    const at = (seconds: number) => ({ ...open.firstSeen, at: later(seconds).toISOString() });
    const rows = [
      rowOf(organizationId, 'low', { severity: 'low' }),
      rowOf(organizationId, 'critical', { severity: 'critical' }),
      rowOf(organizationId, 'newer', { severity: 'critical', firstSeen: at(9) }),
      rowOf(organizationId, 'waived', { state: 'waived', severity: 'critical' }),
      rowOf(organizationId, 'fixed-late', { state: 'fixed', fixed: at(20) }),
      rowOf(organizationId, 'fixed-early', { state: 'fixed', fixed: at(10), severity: 'low' }),
      rowOf(organizationId, 'elsewhere', { projectUnitId: 'unit-2', severity: 'medium' }),
    ];
    const foreign = rowOf(testIds.uuid(), 'foreign');
    await write(
      store,
      [...rows, foreign].map((item) => ({ change: 'insert', record: 'trackedFinding', item })),
    );
    return { store, organizationId };
  };
  const namesOf = (items: readonly TrackedFinding[]) => items.map(({ title }) => title);

  test('lists the findings of one organization: by state, severity and age, fixed ones as they were fixed', async () => {
    const { store, organizationId } = await filled();
    const { items } = await store.list('trackedFindings', { organizationId });
    expect(namesOf(items)).toEqual([
      'critical',
      'newer',
      'elsewhere',
      'low',
      'waived',
      'fixed-early',
      'fixed-late',
    ]);
  });

  test('a page of a state and a severity is a part of the list, and continues after any finding', async () => {
    const { store, organizationId } = await filled();
    const list = (severity: Severity | undefined, cursor?: string) =>
      listTrackedFindings(
        { organizationId, facets: { state: 'open', severity }, limit: 1, cursor },
        store,
        noon,
      );
    const first = await list('critical');
    expect(namesOf(first.items)).toEqual(['critical']);
    const second = await list('critical', first.cursor);
    expect(namesOf(second.items)).toEqual(['newer']);
    expect(namesOf((await list(undefined, second.items.at(-1)?.listedBy)).items)).toEqual(['elsewhere']);
  });

  test('a made-up cursor reveals no finding, or is refused', async () => {
    const { store } = await filled();
    const organizationId = testIds.uuid();
    for (const cursor of ['made up', '0#', 'x'.repeat(600)]) {
      const told = store.list('trackedFindings', { organizationId }, { cursor });
      expect([{ items: [] }, 'invalid_cursor']).toContainEqual(await told.catch(({ code }: Problem) => code));
    }
  });

  test('a removed finding is in no list of the organization, but among those of its unit until it expires', async () => {
    const { store, organizationId } = await filled();
    const id = { organizationId, projectUnitId: 'unit-1', fingerprint: 'low' };
    const set = { expiresAt: noon.toISOString() };
    await write(store, [
      { change: 'update', record: 'trackedFinding', id, set, unset: ['listedOf', 'listedBy', 'notes'] },
    ]);
    const { items } = await store.list('trackedFindings', { organizationId });
    expect(namesOf(items)).not.toContain('low');
    const owner = { organizationId, projectUnitId: 'unit-1' };
    const unit = await store.list('unitFindings', owner, { consistent: true });
    expect(unit.items.map(({ fingerprint }) => fingerprint)).toEqual([
      'critical',
      'fixed-early',
      'fixed-late',
      'low',
      'newer',
      'waived',
    ]);
  });

  test('the units of a fingerprint are those of one organization', async () => {
    const store = make();
    const organizationId = testIds.uuid();
    const at = (owner: string, projectUnitId: string, fingerprint = 'f1') =>
      ({
        change: 'insert',
        record: 'findingLocation',
        item: { organizationId: owner, projectUnitId, fingerprint },
      }) as const;
    await write(store, [
      at(organizationId, 'b'),
      at(organizationId, 'a'),
      at(organizationId, 'c', 'f10'),
      at(testIds.uuid(), 'd'),
    ]);
    const { items } = await store.list('findingLocations', { organizationId, fingerprint: 'f1' });
    expect(items.map(({ projectUnitId }) => projectUnitId)).toEqual(['a', 'b']);
  });
});
