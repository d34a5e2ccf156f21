import type { Report } from '../violation.ts';
import type { Compared } from './compared.ts';
import { unreachedOperations } from './reached-operations.ts';

/** In a run of so many acts nothing is left to chance. */
const manyActs = 2_000;

interface RunLength {
  days: number;
  organizations: number;
  actsPerDay: number;
  isLong?: boolean;
  everyAct?: boolean;
  onlyActs?: ReadonlySet<string>;
}

/** Whether a run is long enough for every invariant to compare something, and for every operation to be reached. */
export const isWhole = ({
  days,
  organizations,
  actsPerDay,
  isLong = false,
  everyAct = false,
  onlyActs,
}: RunLength): boolean =>
  onlyActs === undefined && (everyAct || (!isLong && days * organizations * actsPerDay >= manyActs));

/** Reports the invariants of a whole run that compared nothing, and the operations that no act reached. */
export const checkWholeRun = (
  compared: Compared,
  statuses: ReadonlyMap<string, number>,
  report: Report,
): void => {
  for (const [name, count] of Object.entries(compared))
    if (count === 0) report('compared', `there were no ${name} to compare`);
  for (const name of unreachedOperations(statuses)) report('compared', `no act reached ${name}`);
};
