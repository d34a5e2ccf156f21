import type { FaultSource } from '../cloud/boundary.ts';
import { faultKinds, type FaultKind } from './fault-kinds.ts';

/** A fault of the n-th call that runs of a function make, over all runs; or, where it is lost, of the n-th message to it. */
export interface PlannedFault {
  name: string;
  call: number;
  kind: FaultKind;
}

/** Reads `function:call:kind`, several with commas between them. */
export const readPlannedFaults = (text: string): PlannedFault[] =>
  text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', call = '', given = ''] = part.split(':');
      const kind = faultKinds.find((one) => one === given);
      if (!kind || !(Number(call) >= 1)) throw new Error(`not a fault: ${part}`);
      return { name, call: Number(call), kind };
    });

/** Makes planned faults, and leaves all other calls to chance. */
export const plannedFaults = (
  planned: readonly PlannedFault[],
  chance: FaultSource & { isOn: boolean },
): FaultSource => {
  if (planned.length === 0) return chance;
  const calls = new Map<string, number>();
  return {
    next: (call, process, now) => {
      const { to } = call;
      const name = to ?? process?.name;
      if (!chance.isOn || name === undefined) return chance.next(call, process, now);
      const counted = to === undefined ? name : `a message to ${name}`;
      const count = (calls.get(counted) ?? 0) + 1;
      calls.set(counted, count);
      const found = planned.find(
        (fault) =>
          fault.name === name && fault.call === count && (fault.kind === 'lost') === (to !== undefined),
      );
      return found?.kind ?? chance.next(call, process, now);
    },
  };
};
