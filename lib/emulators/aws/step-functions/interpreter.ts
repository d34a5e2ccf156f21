import { setMaxListeners } from 'node:events';
import type { Activity } from '@scangate/emulator-host/activity';
import { ServiceError } from '../protocol/aws-json.ts';
import type { Clock } from '@scangate/emulator-host/clock';
import type { Json, JsonObject } from '../template/resolve-templates.ts';
import { isObject } from '../template/resolve-templates.ts';
import type { InvocationResult } from '../lambda/worker-pool.ts';
import { choiceMatches } from './choice.ts';
import { lambdaInvoke, type Catcher, type StateMachine, type State, type States } from './definition.ts';
import { findCatcher, openRetries } from './retry-and-catch.ts';
import { fillTemplate, readPath, StateError, writePath, type Scope } from './json-path.ts';

/** Step Functions' limit of a state's input, output or result, in bytes of JSON. */
export const dataLimitBytes = 262_144;
/** Step Functions' limit of events in the history of an execution. */
export const historyLimit = 25_000;

export interface InterpreterHost {
  invoke(functionArn: string, payload: string): Promise<InvocationResult>;
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

/** A walk through the states of the machine, or through those of one item of a Map. */
interface Walk {
  host: InterpreterHost;
  context: JsonObject;
  signal: AbortSignal;
  nested: boolean;
  /** When the first state was entered, in case that was before a restart. */
  enteredAt?: number;
}

/**
 * Runs a state machine to its end.
 * @param from is the state to begin with, which after a restart is not the first one.
 * @throws StateError when it fails; the signal's reason when it is aborted.
 */
export const runStateMachine = (
  machine: StateMachine,
  from: { state: string; data: Json; enteredAt?: number },
  context: JsonObject,
  host: InterpreterHost,
): Promise<Json> =>
  walk(machine, from.state, from.data, {
    host,
    context,
    signal: host.signal,
    nested: false,
    enteredAt: from.enteredAt,
  });

const limited = (value: Json, of: string): Json => {
  if (Buffer.byteLength(JSON.stringify(value)) > dataLimitBytes) {
    throw new StateError(
      'States.DataLimitExceeded',
      `The ${of} is larger than the maximum number of bytes service limit (${dataLimitBytes}).`,
    );
  }
  return value;
};

const walk = async (states: States, start: string, input: Json, given: Walk): Promise<Json> => {
  let end = given.host.activity.begin('workflow');
  const current: Walk & { pause: Pause } = {
    ...given,
    // Waiting does not count as work under way, so that the clock may move on.
    pause: async (wait) => {
      end();
      try {
        return await wait();
      } finally {
        end = given.host.activity.begin('workflow');
      }
    },
  };
  try {
    let name = start;
    let data = input;
    for (;;) {
      current.signal.throwIfAborted();
      const state = states.States[name] as State;
      if (!current.nested) current.host.stateEntered(name, data);
      current.host.countTransition();
      current.host.countHistoryEvents(2);
      const { output, next } = await runState(
        state,
        name,
        limited(data, `input of the state '${name}'`),
        current,
      );
      current.enteredAt = undefined;
      data = limited(output, `output of the state '${name}'`);
      if (next === undefined) return data;
      name = next;
    }
  } finally {
    end();
  }
};

type Pause = <T>(wait: () => Promise<T>) => Promise<T>;
type Current = Walk & { pause: Pause };

interface Left {
  output: Json;
  next: string | undefined;
}

const runState = async (state: State, name: string, input: Json, current: Current): Promise<Left> => {
  const { host, signal, pause } = current;
  const retries = openRetries(state, host.random);
  for (let retryCount = 0; ; retryCount += 1) {
    const entered = { Name: name, EnteredTime: iso(host.clock.now()), RetryCount: retryCount };
    const scope = { data: input, context: { ...current.context, State: entered } };
    try {
      return await perform(state, { name, scope, current });
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      const delayMs = retries.next(error);
      if (delayMs === undefined) return caught(findCatcher(state, error), error, input);
      host.countTransition();
      await pause(() => host.clock.until(host.clock.now() + delayMs, signal));
    }
  }
};

const iso = (instant: number) => new Date(instant).toISOString();

const caught = (catcher: Catcher | undefined, error: StateError, input: Json): Left => {
  if (!catcher) throw error;
  const result = { Error: error.error, Cause: error.cause };
  return { output: placed(catcher.ResultPath, input, result), next: catcher.Next };
};

const placed = (resultPath: string | null | undefined, input: Json, result: Json): Json =>
  resultPath === null ? input : writePath(resultPath ?? '$', input, result);

/** Applies an InputPath or OutputPath, of which null selects an empty object. */
const selected = (path: string | null | undefined, scope: Scope): Json =>
  path === null ? {} : readPath(path ?? '$', scope);

const perform = async (
  state: State,
  { name, scope: raw, current }: { name: string; scope: Scope; current: Current },
): Promise<Left> => {
  const effective = { ...raw, data: selected(state.InputPath, raw) };
  const next = state.End ? undefined : state.Next;
  const leave = (data: Json): Json => selected(state.OutputPath, { ...raw, data });
  switch (state.Type) {
    case 'Succeed':
      return { output: leave(effective.data), next: undefined };
    case 'Fail':
      throw new StateError(state.Error ?? 'States.Failed', state.Cause ?? '');
    case 'Choice': {
      const chosen = state.Choices?.find((rule) => choiceMatches(rule, effective))?.Next ?? state.Default;
      if (chosen === undefined)
        throw new StateError('States.NoChoiceMatched', `No choice matched in '${name}'.`);
      return { output: leave(effective.data), next: chosen };
    }
    case 'Wait':
      await current.pause(() =>
        current.host.clock.until(waitsUntil(state, effective, current), current.signal),
      );
      return { output: leave(effective.data), next };
    default: {
      const result = await resultOf(state, name, effective, current);
      const shaped =
        state.ResultSelector === undefined
          ? result
          : fillTemplate(state.ResultSelector, { ...effective, data: result });
      return { output: leave(placed(state.ResultPath, raw.data, shaped)), next };
    }
  }
};

const resultOf = (state: State, name: string, scope: Scope, current: Current): Promise<Json> | Json => {
  if (state.Type === 'Map') return mapped(state, name, scope, current);
  const filled = state.Parameters === undefined ? scope.data : fillTemplate(state.Parameters, scope);
  return state.Type === 'Task' ? task(state, name, filled, current) : (state.Result ?? filled);
};

const waitsUntil = (state: State, scope: Scope, { host, enteredAt }: Current): number => {
  const timestamp = state.Timestamp ?? (state.TimestampPath && String(readPath(state.TimestampPath, scope)));
  const since = enteredAt ?? host.clock.now();
  const dueAt =
    timestamp === undefined
      ? since + Number(state.Seconds ?? readPath(state.SecondsPath ?? '$', scope)) * 1000
      : Date.parse(timestamp);
  if (!Number.isFinite(dueAt)) throw new StateError('States.Runtime', 'The wait has no valid end.');
  return dueAt;
};

const task = async (state: State, name: string, input: Json, { host, signal }: Current): Promise<Json> => {
  const optimised = state.Resource === lambdaInvoke;
  const given = isObject(input) ? input : {};
  const functionArn = optimised ? String(given.FunctionName) : String(state.Resource);
  const payload = limited(optimised ? (given.Payload ?? {}) : input, `input of the task '${name}'`);
  host.countHistoryEvents(3);
  const answered = invoked(host, functionArn, JSON.stringify(payload));
  const result = limited(
    await inTime(answered, state.TimeoutSeconds, host, signal),
    `result of the task '${name}'`,
  );
  return optimised ? { Payload: result, StatusCode: 200, ExecutedVersion: '$LATEST' } : result;
};

const invoked = async (host: InterpreterHost, functionArn: string, payload: string): Promise<Json> => {
  let outcome: InvocationResult;
  try {
    outcome = await host.invoke(functionArn, payload);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const name = error.status >= 500 ? 'ServiceException' : error.code;
    throw new StateError(`Lambda.${name}`, error.message);
  }
  const value = JSON.parse(outcome.payload) as Json;
  if (!outcome.failed) return value;
  throw new StateError(isObject(value) ? String(value.errorType) : 'Error', outcome.payload);
};

/** Stops waiting for a task at its timeout; the task itself continues, as in Lambda. */
const inTime = (
  work: Promise<Json>,
  timeoutSeconds: number | undefined,
  host: InterpreterHost,
  signal: AbortSignal,
) =>
  new Promise<Json>((resolve, reject) => {
    const seconds = timeoutSeconds ?? Infinity;
    const cancel = Number.isFinite(seconds)
      ? host.clock.at(host.clock.now() + seconds * 1000, () => reject(new StateError('States.Timeout', '')))
      : () => {};
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => {
      cancel();
      signal.removeEventListener('abort', abort);
    });
  });

const mapped = async (state: State, name: string, scope: Scope, current: Current): Promise<Json> => {
  const items = readPath(state.ItemsPath ?? '$', scope);
  if (!Array.isArray(items)) throw new StateError('States.Runtime', `The items of '${name}' are not a list.`);
  const stop = new AbortController();
  const signal = AbortSignal.any([current.signal, stop.signal]);
  setMaxListeners(0, signal);
  const results: Json[] = Array.from({ length: items.length }, () => null);
  const rest = items.entries();
  current.host.countHistoryEvents(2);
  const one = async (index: number, value: Json) => {
    const context = { ...scope.context, Map: { Item: { Index: index, Value: value } } };
    const template = state.ItemSelector ?? state.Parameters;
    const input = template === undefined ? value : fillTemplate(template, { ...scope, context });
    const processor = state.ItemProcessor as States;
    current.host.countHistoryEvents(2);
    results[index] = await walk(processor, processor.StartAt, input, {
      host: current.host,
      context,
      signal,
      nested: true,
    });
  };
  const lane = async () => {
    for (const [index, value] of rest) {
      signal.throwIfAborted();
      await one(index, value);
    }
  };
  const lanes = Math.min(state.MaxConcurrency || items.length, items.length);
  try {
    await current.pause(() => Promise.all(Array.from({ length: lanes }, lane)));
  } catch (error) {
    // The failure of one item fails the Map, so the others are abandoned.
    stop.abort(error);
    throw error;
  }
  return results;
};
