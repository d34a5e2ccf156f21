import { Conflict } from '@scangate/domain/conflict';
import { trackUnit, type RowChange } from '@scangate/domain/tracking/track-unit';
import type { TrackedFinding } from '@scangate/domain/tracking/tracking-records';
import { rowsAtOnce, writeRows } from '@scangate/domain/tracking/write-rows';
import {
  commitRows,
  loadUnitFindings,
  recordUnitFindings,
  rowsAfter,
  type TrackingPorts,
  type UnitFindings,
} from './record-unit-findings.ts';

/** The rows of a unit after its judgment was recorded. */
export interface RecordedUnit {
  projectUnitId: string;
  rows: TrackedFinding[];
}

interface PlannedUnit {
  judged: UnitFindings;
  rows: readonly TrackedFinding[];
  changed: readonly RowChange[];
}

/** The limit of findings that are held in memory for the units that share a transaction. */
const maxHeldFindings = 5_000;

const sum = (planned: readonly PlannedUnit[], of: (one: PlannedUnit) => number): number =>
  planned.reduce((total, one) => total + of(one), 0);

const isFull = (planned: readonly PlannedUnit[]): boolean =>
  sum(planned, ({ changed }) => changed.length) >= rowsAtOnce ||
  sum(planned, ({ judged }) => judged.findings.length) > maxHeldFindings;

const plan = async (judged: UnitFindings, { store }: TrackingPorts): Promise<PlannedUnit> => {
  const { organizationId, unit } = judged;
  const rows = await loadUnitFindings({ organizationId, projectUnitId: unit.projectUnitId }, store);
  return { judged, rows, changed: trackUnit(rows, judged) };
};

/**
 * Writes the changes of several units together, or one unit after the other once a finding of any was changed
 * meanwhile.
 */
const write = async (planned: readonly PlannedUnit[], ports: TrackingPorts): Promise<RecordedUnit[]> => {
  const [first] = planned;
  if (!first) return [];
  const changed = planned.flatMap((one) => one.changed);
  try {
    await commitRows(writeRows(changed, first.judged, first.judged.seen.at), ports);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const recorded: RecordedUnit[] = [];
    for (const { judged } of planned) {
      const rows = await recordUnitFindings(judged, ports);
      recorded.push({ projectUnitId: judged.unit.projectUnitId, rows });
    }
    return recorded;
  }
  return planned.map((one) => ({
    projectUnitId: one.judged.unit.projectUnitId,
    rows: rowsAfter(one.rows, one.changed),
  }));
};

/**
 * Records judgments of units of one repository by one scan like `recordUnitFindings`, with the changes of several
 * units in a transaction: its guard is a row that lists all units, and each transaction pays for the size of that
 * row.
 * @returns each unit with its current rows.
 * @throws ScanSuperseded when a newer scan of the default branch was followed meanwhile.
 */
export async function* recordFindingsTogether(
  units: AsyncIterable<UnitFindings> | Iterable<UnitFindings>,
  ports: TrackingPorts,
): AsyncGenerator<RecordedUnit> {
  let waiting: PlannedUnit[] = [];
  for await (const judged of units) {
    const planned = await plan(judged, ports);
    // A unit without changes is not held.
    if (planned.changed.length === 0) {
      yield { projectUnitId: judged.unit.projectUnitId, rows: [...planned.rows] };
      continue;
    }
    waiting.push(planned);
    if (!isFull(waiting)) continue;
    yield* await write(waiting, ports);
    waiting = [];
  }
  yield* await write(waiting, ports);
}
