import type { Activity } from '@scangate/emulator-host/activity';
import type { Clock } from '@scangate/emulator-host/clock';
import type { InvocationResult } from '../lambda/worker-pool.ts';
import type { Json } from '../template/resolve-templates.ts';
import { StateError } from './json-path.ts';

/** Step Functions' limit of a state's input, output or result, in bytes of JSON. */
export const dataLimitBytes = 262_144;
/** Step Functions' limit of events in the history of an execution. */
export const historyLimit = 25_000;

export interface InterpreterHost {
  invoke(functionArn: string, payload: string): Promise<InvocationResult>;
  /** Reads an S3 object as text; undefined when there is none. */
  readObject(bucket: string, key: string): Promise<string | undefined>;
  clock: Clock;
  activity: Activity;
  random: () => number;
  /** Aborts when the execution is stopped or times out. */
  signal: AbortSignal;
  /** Called when a state outside of a Map is entered. */
  stateEntered(state: string, data: Json): void;
  /** Counts a billed transition: a state that is entered or retried. */
  countTransition(): void;
  /** Counts events of the history. */
  countHistoryEvents(events: number): void;
}

/** @throws StateError States.DataLimitExceeded when the value is larger than Step Functions accepts. */
export const limited = (value: Json, of: string): Json => {
  if (Buffer.byteLength(JSON.stringify(value)) > dataLimitBytes) {
    throw new StateError(
      'States.DataLimitExceeded',
      `The ${of} is larger than the maximum number of bytes service limit (${dataLimitBytes}).`,
    );
  }
  return value;
};
