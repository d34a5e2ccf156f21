import { MemoryStore } from '#adapters/memory/store.ts';
import type { Scan } from '@scangate/domain/records';
import { derivedId } from '@scangate/engines/model/digest';
import { boundStore } from '#test/support/store/bound-store.ts';
import { newScan, workflowWorld } from '#test/support/scans/workflow.ts';
import { newOrganization, newRepository } from '#test/support/world.ts';
import { countedStore } from '../capacity/counted-store.ts';
import type { Figure } from '../figures.ts';

const section = 'Write units of a creation by what it charges';

/** The largest scan record of so many units, in started KB. */
const scanKb = { 1: 1, 2: 1, 40: 2 } as const;
type Units = keyof typeof scanKb;
const counts: readonly Units[] = [1, 2, 40];

/**
 * The scan with its place in the due queue, the dedup row, and of each pool a debit and an entry for each unit with its place
 * in the list by time.
 */
const expectedUnits = (units: Units, pools: number): number =>
  2 * scanKb[units] + 1 + 2 + pools * (2 + 3 * units);

/** Creates a scan that charges so many units, by a person who has a license. @returns its write units. */
const writeUnitsOf = async (units: Units, withSast: boolean): Promise<{ scan: Scan; writeUnits: number }> => {
  const store = new MemoryStore();
  workflowWorld(store);
  const { organizationId, as } = await newOrganization(
    store,
    withSast ? { sastAddon: 'team', credits: { core: 500, sast: 500 } } : { credits: { core: 500 } },
  );
  const caller = as('member');
  const licensing = await newRepository(store, organizationId, [['', 'npm']]);
  await newScan(store, { caller, repository: licensing, request: {} });
  const repository = await newRepository(
    store,
    organizationId,
    Array.from({ length: units }, (_, index): [string, 'npm'] => [`packages/unit-${index}`, 'npm']),
  );
  const { store: counting, counted } = countedStore(boundStore(store), {});
  // Ids of real units do not resemble each other, so that a record does not shrink by them.
  const own = repository.units.map((unit) => ({ ...unit, projectUnitId: derivedId(unit.path) }));
  const scan = await newScan(counting, { caller, repository: { ...repository, units: own }, request: {} });
  return { scan, writeUnits: counted.writeUnits };
};

/** Measures creations that charge several units, and those of the SAST add-on, which debit two pools. */
export const measureCharges = async (): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const units of counts)
    for (const withSast of [false, true]) {
      const { scan, writeUnits } = await writeUnitsOf(units, withSast);
      const charged = scan.units.length;
      if (charged !== units) throw new Error(`${charged} units were charged instead of ${units}`);
      figures.push({
        section,
        what: `${units} ${units === 1 ? 'unit' : 'units'}, core${withSast ? ' and SAST' : ' only'}`,
        unit: 'write units',
        value: writeUnits,
        limit: expectedUnits(units, withSast ? 2 : 1),
      });
    }
  return figures;
};
