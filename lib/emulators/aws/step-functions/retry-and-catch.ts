import type { Catcher, Retrier, State } from './definition.ts';
import type { StateError } from './json-path.ts';

/** Errors that `States.ALL` does not catch. */
const terminal = ['States.Runtime', 'States.DataLimitExceeded'];

const matches = (names: readonly string[], error: string): boolean =>
  names.some((name) => {
    if (name === error) return error !== 'States.Runtime';
    if (terminal.includes(error)) return false;
    return name === 'States.ALL' || (name === 'States.TaskFailed' && error !== 'States.Timeout');
  });

/** Counts the attempts of each retrier of one state, from the entry of the state. */
export const openRetries = (state: State, random: () => number) => {
  const attempts = new Map<Retrier, number>();
  return {
    /** @returns the delay before the next attempt in milliseconds, or undefined when there is none. */
    next: ({ error }: StateError): number | undefined => {
      const retrier = state.Retry?.find((one) => matches(one.ErrorEquals, error));
      if (!retrier) return undefined;
      const attempt = attempts.get(retrier) ?? 0;
      if (attempt >= (retrier.MaxAttempts ?? 3)) return undefined;
      attempts.set(retrier, attempt + 1);
      const grown = (retrier.IntervalSeconds ?? 1) * (retrier.BackoffRate ?? 2) ** attempt;
      const seconds = Math.min(grown, retrier.MaxDelaySeconds ?? Infinity);
      return seconds * 1000 * (retrier.JitterStrategy === 'FULL' ? random() : 1);
    },
  };
};

export const findCatcher = (state: State, { error }: StateError): Catcher | undefined =>
  state.Catch?.find((one) => matches(one.ErrorEquals, error));
