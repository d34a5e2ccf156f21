import { severities, type Severity } from '@scangate/engines/model/severity';
import { trackedStates, type TrackedFinding, type TrackedState } from './tracking-records.ts';

const rankOf = (severity: Severity): number => severities.indexOf(severity);

/** The prefix of the positions of one state, or of one severity of a state that is listed by severity. */
export const positionPrefix = (state: TrackedState, severity?: Severity): string => {
  const first = `${trackedStates.indexOf(state)}#`;
  return severity === undefined || state === 'fixed' ? first : `${first}${rankOf(severity)}#`;
};

/**
 * The position of a finding in the list of its organization: open, waived, fixed; within a state, the most severe
 * and then the oldest first; of fixed ones, those that were fixed first.
 */
export const listedBy = ({
  state,
  severity,
  firstSeen,
  fixed,
  projectUnitId,
  fingerprint,
}: Pick<
  TrackedFinding,
  'state' | 'severity' | 'firstSeen' | 'fixed' | 'projectUnitId' | 'fingerprint'
>): string => {
  const at = (fixed ?? firstSeen).at;
  return `${positionPrefix(state, severity)}${at}#${projectUnitId}#${fingerprint}`;
};
