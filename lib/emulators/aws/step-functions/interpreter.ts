import { setMaxListeners } from 'node:events';
import type { Json, JsonObject } from '../template/resolve-templates.ts';
import { choiceMatches } from './choice.ts';
import { batchItems, readItems } from './distributed-map.ts';
import type { Catcher, State, StateMachine, States } from './definition.ts';
import { limited, type InterpreterHost } from './interpreter-host.ts';
import { fillTemplate, readPath, StateError, writePath, type Scope } from './json-path.ts';
import { findCatcher, openRetries } from './retry-and-catch.ts';
import { runTask } from './run-task.ts';

/** A traversal of the states of the machine, or of those of one item of a Map. */
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
  { context, host }: { context: JsonObject; host: InterpreterHost },
): Promise<Json> =>
  walk(
    machine,
    { start: from.state, input: from.data },
    {
      host,
      context,
      signal: host.signal,
      nested: false,
      enteredAt: from.enteredAt,
    },
  );

const walk = async (
  states: States,
  { start, input }: { start: string; input: Json },
  given: Walk,
): Promise<Json> => {
  let end = given.host.activity.begin('workflow');
  const current: Walk & { pause: Pause } = {
    ...given,
    // Waiting does not count as pending work, so that the clock may move on.
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
      const { output, next } = await runState(state, {
        name,
        input: limited(data, `input of the state '${name}'`),
        current,
      });
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

const runState = async (
  state: State,
  { name, input, current }: { name: string; input: Json; current: Current },
): Promise<Left> => {
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
      const result = await resultOf(state, { name, scope: effective, current });
      const shaped =
        state.ResultSelector === undefined
          ? result
          : fillTemplate(state.ResultSelector, { ...effective, data: result });
      return { output: leave(placed(state.ResultPath, raw.data, shaped)), next };
    }
  }
};

const resultOf = (
  state: State,
  { name, scope, current }: { name: string; scope: Scope; current: Current },
): Promise<Json> | Json => {
  if (state.Type === 'Map') return mapped(state, { name, scope, current });
  const filled = state.Parameters === undefined ? scope.data : fillTemplate(state.Parameters, scope);
  return state.Type === 'Task'
    ? runTask(state, { name, input: filled, host: current.host, signal: current.signal })
    : (state.Result ?? filled);
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

const mapped = async (
  state: State,
  { name, scope, current }: { name: string; scope: Scope; current: Current },
): Promise<Json> => {
  const isDistributed = state.ItemProcessor?.ProcessorConfig?.Mode === 'DISTRIBUTED';
  const items = isDistributed
    ? batchItems(state, await readItems(state, scope, current.host), scope)
    : readPath(state.ItemsPath ?? '$', scope);
  if (!Array.isArray(items)) throw new StateError('States.Runtime', `The items of '${name}' are not a list.`);
  // Each item of a distributed map is an execution of its own, with its own history.
  const host = isDistributed ? { ...current.host, countHistoryEvents: () => {} } : current.host;
  const stop = new AbortController();
  const signal = AbortSignal.any([current.signal, stop.signal]);
  setMaxListeners(0, signal);
  const results: Json[] = Array.from({ length: items.length }, () => null);
  const rest = items.entries();
  current.host.countHistoryEvents(2);
  const one = async (index: number, value: Json) => {
    const context = { ...scope.context, Map: { Item: { Index: index, Value: value } } };
    const template = isDistributed ? undefined : (state.ItemSelector ?? state.Parameters);
    const input = template === undefined ? value : fillTemplate(template, { ...scope, context });
    const processor = state.ItemProcessor as States;
    host.countHistoryEvents(2);
    results[index] = await walk(
      processor,
      { start: processor.StartAt, input },
      {
        host,
        context,
        signal,
        nested: true,
      },
    );
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
