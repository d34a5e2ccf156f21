import { readPlannedFaults } from '../faults/planned-faults.ts';
import type { FlowCall } from './run-flows.ts';

type Place = Pick<FlowCall, 'name' | 'number' | 'kind'>;

/** The place of a call, as faults name it. */
export const placeOf = ({ name, number, kind }: Place): string =>
  `${kind === 'message' ? 'to-' : ''}${name}:${number}`;

/** The place of a call among those that are counted with it: messages and runs have numbers of their own. */
export const countedAs = ({ name, number, kind }: Place): string =>
  `${kind === 'message' || kind === 'run' ? kind : 'call'} ${name}:${number}`;

/** The places of planned faults, each as it is counted. */
export const placesOf = (faults: string): string[] =>
  readPlannedFaults(faults).map(({ counted, name, call }) => `${counted} ${name}:${call}`);
