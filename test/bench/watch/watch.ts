import { MemoryStore } from '#adapters/memory/store.ts';
import { matchAdvisories, type MatchPorts } from '#app/advisory-watch/match-advisories.ts';
import { rejudgeUnits } from '#app/advisory-watch/rejudge-units.ts';
import type { Store } from '#ports/store.ts';
import type { RecordName } from '@scangate/domain/record-changes';
import type { IndexedComponent } from '@scangate/domain/records';
import { derivedId } from '@scangate/engines/model/digest';
import type { ShardRecord } from '@scangate/engines/advisories/compact-record';
import { osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { packageLock } from '#test/support/scans/judged-scans.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { indexWorld, type Commit } from '#test/support/advisory-watch/index-world.ts';
import { watchWorld } from '#test/support/advisory-watch/watch-world.ts';
import { later, noon } from '#test/support/world.ts';
import { countedStore, type CountedRequests } from '../capacity/counted-store.ts';
import type { Figure } from '../figures.ts';
import { dollarsOf } from '../price/list-prices.ts';

const recordOfList: Readonly<Record<string, RecordName>> = {
  indexedUnits: 'indexedUnit',
  componentUnits: 'indexedComponent',
  unitFindings: 'trackedFinding',
  waiverSlots: 'waiverSlot',
};

const components = 1_500;
const changedComponents = 10;

const commitOf = (version: (index: number) => string): Commit => ({
  root: Object.fromEntries(
    Array.from({ length: components }, (_, index) => [`package-${index}`, { version: version(index) }]),
  ),
});

/** Counts what the index costs when a followed scan changes 10 of 1,500 components. */
export const measureIndex = async (): Promise<CountedRequests> => {
  const world = indexWorld();
  await world.index(
    await world.scanOf(
      1,
      commitOf(() => '1.0.0'),
    ),
    1,
  );
  const next = await world.scanOf(
    2,
    commitOf((index) => (index < changedComponents ? '1.0.1' : '1.0.0')),
  );
  const { store, counted } = countedStore(world.ports.store, recordOfList);
  await world.index(next, 2, { ...world.ports, store });
  return counted;
};

/** A snapshot over many stored units: what of them it concerns. */
const simulated = {
  units: 100_000,
  changedPackages: 100,
  unitsOfPackage: 500,
  /** One in so many units has a version that a changed advisory affects. */
  affectedOneIn: 50,
};

const snapshot = (version: number): ShardRecord[] =>
  Array.from({ length: 1_000 }, (_, index): ShardRecord => {
    const isChanged = index < simulated.changedPackages;
    return [
      `A-${index}`,
      1,
      [],
      '',
      'high',
      0,
      '',
      [[`package-${index}`, [['i1.0.0', isChanged ? `f1.${version}.0` : 'f1.1.0']], []]],
    ];
  });

/** The items of one package in an index that is too large to be in memory; every other read fails. */
const itemsOf = (name: string): IndexedComponent[] =>
  Array.from({ length: simulated.unitsOfPackage }, (_, index) => ({
    package: name,
    organizationId: `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    repositoryId: '20000000-0000-4000-8000-000000000000',
    projectUnitId: derivedId('unit', name, String(index)),
    uses: [
      {
        version: index % simulated.affectedOneIn === 0 ? '1.1.5' : '2.0.0',
        scope: 'required' as const,
        direct: false,
        file: 'package-lock.json',
        path: ['application', 'framework', name],
      },
    ],
    revision: 1,
  }));

interface MatchCost {
  counted: CountedRequests;
  /** The packages whose items were read. */
  packagesRead: number;
  hits: number;
}

/** Matches a snapshot that changes 100 packages with an index of 100,000 units. */
const measureMatch = async (): Promise<MatchCost> => {
  const memory: Store = new MemoryStore();
  const read = new Set<string>();
  const list: Store['list'] = async (name, owner) => {
    if (name !== 'componentUnits') throw new Error(`${name} is not read`);
    const { package: key } = owner as { package: string };
    read.add(key);
    return { items: itemsOf(key) } as never;
  };
  const base: Store = {
    get: memory.get,
    load: memory.load,
    listDue: memory.listDue,
    commit: (changes) => memory.commit(changes),
    list,
  };
  const { store, counted } = countedStore(base, recordOfList);
  let current = 1;
  const hits = new Set<object>();
  const ports: MatchPorts = {
    store,
    snapshots: {
      published: async () => ({ snapshotId: `s-${current}`, shards: { npm: `npm-${current}` } }),
      records: async (key) => snapshot(Number(key.slice('npm-'.length))),
    },
    lists: {
      put: async (name, items) => {
        for (const item of items) hits.add(item);
        return { bucket: 'data', key: name };
      },
    },
    log: { info: () => {} } as never,
  };
  await matchAdvisories({}, ports, taskContextAt(noon));
  Object.assign(counted, { reads: 0, items: 0, readUnits: 0, writes: 0, writeUnits: 0 });
  current = 2;
  await matchAdvisories({}, ports, taskContextAt(later(60)));
  return { counted, packagesRead: read.size, hits: hits.size };
};

interface RejudgeCost {
  counted: CountedRequests;
  blobs: number;
}

/** Counts what judging one unit again costs that a new advisory affects. */
const measureRejudgment = async (): Promise<RejudgeCost> => {
  const world = await watchWorld();
  const other = osvRecord({ id: 'GHSA-other', name: 'other' });
  const leaf = osvRecord({ id: 'GHSA-leaf', name: 'leaf' });
  await world.publish([other], noon);
  await world.watch(noon);
  const lock = packageLock({ leaf: '1' }, { leaf: { version: '1.0.0' } });
  await world.follow(await world.scan({ 'package-lock.json': lock }), noon);
  await world.publish([other, leaf], later(60));
  const matched = await world.match(later(120));
  const items = world.stored.get(matched.list?.key ?? '') ?? [];
  const { store, counted } = countedStore(world.ports.store, recordOfList);
  let blobs = 0;
  const reader = world.ports.blobs;
  const ports = {
    ...world.ports,
    store,
    blobs: {
      get: (...given: Parameters<typeof reader.get>) => {
        blobs += 1;
        return reader.get(...given);
      },
      open: reader.open.bind(reader),
      put: reader.put.bind(reader),
    },
  };
  const { judged } = await rejudgeUnits({ ...matched, items }, ports, taskContextAt(later(120)));
  if (judged !== 1) throw new Error('the unit was not judged');
  return { counted, blobs };
};

/** Stands in for what is not counted: the memory of the functions, and times that are longer than usual. */
const assumed = {
  rejudgeGb: 1769 / 1024,
  rejudgeSeconds: 1,
  matchGb: 3008 / 1024,
  matchSeconds: 60,
  unitsPerBatch: 5,
  expressGb: 64 / 1024,
  transitions: 8,
};

/** Prices a snapshot: the matching, and a judgment for every unit that it hits. */
const priceOf = (match: MatchCost, rejudgment: RejudgeCost): number => {
  const batches = Math.ceil(match.hits / assumed.unitsPerBatch);
  const seconds = match.hits * assumed.rejudgeSeconds;
  const database = ({ readUnits, writeUnits }: CountedRequests): number =>
    dollarsOf('readUnit', readUnits) + dollarsOf('writeUnit', writeUnits);
  const matching =
    database(match.counted) +
    dollarsOf('lambdaGbSecond', assumed.matchGb * assumed.matchSeconds) +
    dollarsOf('s3Write', 1) +
    dollarsOf('transition', assumed.transitions);
  const judging =
    match.hits * (database(rejudgment.counted) + dollarsOf('s3Read', rejudgment.blobs)) +
    dollarsOf('lambdaGbSecond', seconds * assumed.rejudgeGb) +
    dollarsOf('lambdaRequest', batches) +
    dollarsOf('expressRequest', batches) +
    dollarsOf('expressGbSecond', seconds * assumed.expressGb);
  return matching + judging;
};

/** Counts the component index and the watch. */
export const measureWatch = async (): Promise<Figure[]> => {
  const index = await measureIndex();
  const match = await measureMatch();
  const rejudgment = await measureRejudgment();
  const { units, changedPackages, unitsOfPackage } = simulated;
  const snapshotOf = `${changedPackages} changed packages over ${units} units`;
  const section = 'Component index and watch, counted';
  return [
    {
      section,
      what: `scan that changes ${changedComponents} of ${components} components`,
      unit: 'write units of index',
      value: index.writeUnits,
      limit: 30,
    },
    {
      section,
      what: snapshotOf,
      unit: 'packages read',
      value: match.packagesRead,
      limit: changedPackages,
      exactly: true,
    },
    {
      section,
      what: snapshotOf,
      unit: 'items read',
      value: match.counted.items,
      limit: changedPackages * unitsOfPackage + 2,
    },
    { section, what: snapshotOf, unit: 'read units', value: match.counted.readUnits },
    { section, what: snapshotOf, unit: 'units judged again', value: match.hits },
    { section, what: 'a unit that is judged again', unit: 'read units', value: rejudgment.counted.readUnits },
    {
      section,
      what: 'a unit that is judged again',
      unit: 'write units',
      value: rejudgment.counted.writeUnits,
    },
    {
      section,
      what: snapshotOf,
      unit: 'cents, at public prices',
      value: Number((100 * priceOf(match, rejudgment)).toFixed(2)),
      limit: 5,
    },
  ];
};
