import * as fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadTrends } from '#app/tracking/load-trends.ts';
import type { Finding } from '@scangate/engines/model/finding';
import type { Severity } from '@scangate/engines/model/severity';
import { countDay, observe, tell, type Observation } from '#test/models/tracking-history.ts';
import { fingerprintOf, secretOf, vulnerabilityOf } from '#test/support/tracking/tracked-samples.ts';
import {
  commitOf,
  trackedWorld,
  type Assessed,
  type EndedScanOf,
  type TrackedWorld,
} from '#test/support/tracking/tracked-world.ts';
import { later } from '#test/support/world.ts';
import { runs } from '#test/support/runs/samples.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const paths = ['', 'web', 'api'] as const;
const names = ['s0', 's1', 's2', 'v0', 'v1', 'v2'] as const;
type Name = (typeof names)[number];
const typeOf = (name: Name) => (name.startsWith('s') ? ('secrets' as const) : ('sca' as const));
const fileOf = (name: Name): string => {
  if (typeOf(name) === 'sca') return 'package-lock.json';
  return name === 's0' ? 'a.txt' : 'b.txt';
};

const found = fc.record({
  name: fc.constantFrom(...names),
  severity: fc.constantFrom<Severity>('critical', 'high', 'low', 'unknown'),
  tolerated: fc.constantFrom('no', 'no', 'no', 'waived', 'suppressed'),
});
const findingOf = ({
  name,
  severity,
  tolerated,
}: {
  name: Name;
  severity: Severity;
  tolerated: string;
}): Finding => {
  const options = {
    severity,
    file: fileOf(name),
    ...(tolerated === 'waived' && { waived: { expiresAt: '2030-01-01T00:00:00.000Z' } }),
    suppressed: tolerated === 'suppressed',
  };
  return typeOf(name) === 'secrets' ? secretOf(name, options) : vulnerabilityOf(name, options);
};

const assessed = (gaps: string[]) =>
  fc.constantFrom<Assessed>(
    'assessed',
    'assessed',
    'assessed',
    'unassessed',
    ...gaps.map((gap) => ({ gap })),
  );
const unit = fc.record({
  found: fc.uniqueArray(found, { selector: ({ name }) => name, maxLength: names.length }),
  secrets: assessed(['a.txt', 'b.txt']),
  sca: assessed(['package-lock.json', 'other.lock']),
});
const push = fc.record({
  /** The distance of the commit from the newest one: mostly ahead. */
  ahead: fc.constantFrom(1, 1, 1, 1, 0, -1, -3),
  hours: fc.integer({ min: 1, max: 20 }),
  units: fc.dictionary(fc.constantFrom(...paths), unit, { minKeys: 1 }),
  isLimited: fc.constantFrom(false, false, false, true),
  scanTypes: fc.constantFrom(['sca', 'secrets'] as const, ['sca', 'secrets'] as const, ['sca'] as const),
});
type Push = typeof push extends fc.Arbitrary<infer P> ? P : never;

const scanOf = ({ units, isLimited, scanTypes }: Push, commit: number, at: Date) => {
  const looked = Object.entries(units).slice(0, isLimited ? 1 : paths.length);
  return {
    commit,
    at,
    scanTypes: [...scanTypes],
    ...(isLimited && { isLimited: true as const }),
    units: Object.fromEntries(
      looked.map(([path, { found: list, secrets, sca }]) => [
        path,
        {
          findings: list.map(findingOf).filter(({ kind }) => kind !== 'secret' || scanTypes.length === 2),
          assessed: { secrets, sca },
        },
      ]),
    ),
  } satisfies EndedScanOf;
};

/** Pushes and scans commits, and records the scans that a reader of the history would follow. */
const runHistory = async (world: TrackedWorld, pushes: readonly Push[]) => {
  const followed: ReturnType<typeof scanOf>[] = [];
  let [newest, hours] = [0, 0];
  for (const each of pushes) {
    hours += each.hours;
    const commit = Math.max(1, newest + each.ahead);
    const scan = scanOf(each, commit, later(hours * 3600));
    const isNewest = commit >= newest;
    expect(await world.scan(scan)).toBe(isNewest ? 'followed' : 'older');
    if (!isNewest) continue;
    newest = commit;
    followed.push(scan);
  }
  return { followed, end: later(hours * 3600) };
};

/** Returns what is stored and shown, and the result of a rebuild. */
const compared = async (pushes: readonly Push[]) => {
  const world = await trackedWorld();
  const { followed, end } = await runHistory(world, pushes);
  const lives = paths.flatMap((path) =>
    names.map((name) => {
      const place = { path, scanType: typeOf(name), file: fileOf(name), fingerprint: fingerprintOf(name) };
      const told = followed.map((scan) => observe(scan, place)).filter((one): one is Observation => !!one);
      return { id: `${world.unitId(path)} ${place.fingerprint}`, steps: tell(told) };
    }),
  );
  const rebuilt = lives.flatMap(({ id, steps }) => {
    const last = steps.at(-1)?.after;
    return last
      ? [
          [
            id,
            {
              ...last,
              firstCommit: commitOf(last.firstCommit),
              fixedCommit: last.fixedCommit && commitOf(last.fixedCommit),
            },
          ],
        ]
      : [];
  });
  const stored = world.store.all('trackedFinding').map((row) => [
    `${row.projectUnitId} ${row.fingerprint}`,
    {
      state: row.state,
      severity: row.severity,
      firstCommit: row.firstSeen.commitHash,
      fixedCommit: row.fixed?.commitHash,
      unconfirmed: row.unconfirmed ?? false,
    },
  ]);
  const { organizationId, repositoryId } = world.repository;
  const days = await loadTrends({ organizationId, days: 366 }, world.store, end);
  const own = await loadTrends({ organizationId, repositoryId, days: 366 }, world.store, end);
  // The organization has one repository, whose trends are also its own.
  expect(own).toEqual(days);
  const all = lives.map(({ steps }) => steps);
  return {
    stored: new Map(stored as [string, object][]),
    rebuilt: new Map(rebuilt as [string, object][]),
    shown: days.map(({ meanDaysToFix: _mean, verdicts: _verdicts, ...rest }) => rest),
    counted: days.map(({ day }) => ({ day, ...countDay(all, day) })),
  };
};

test('tracked findings and trends equal a rebuild from scratch after 500 random commits', async () => {
  const history = fc.array(push, { minLength: 500, maxLength: 500 });
  await fc.assert(
    fc.asyncProperty(history, async (pushes) => {
      const { stored, rebuilt, shown, counted } = await compared(pushes);
      expect(stored).toEqual(rebuilt);
      expect(shown).toEqual(counted);
    }),
    { numRuns: 2, endOnFailure: true },
  );
}, 120_000);

test('they equal a rebuild after any short history', async () => {
  const history = fc.array(push, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(history, async (pushes) => {
      const { stored, rebuilt, shown, counted } = await compared(pushes);
      expect(stored).toEqual(rebuilt);
      expect(shown).toEqual(counted);
    }),
    { numRuns: runs(100) },
  );
}, 60_000);
