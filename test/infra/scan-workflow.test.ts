import { describe, expect, test } from 'vitest';
import {
  TaskFailed,
  taskArn,
  useMachineWorkbench,
} from '#test/emulators/aws/step-functions/machine-workbench.ts';
import { ofType, synthesize } from './synthesized.ts';

/** The definition that is deployed, run by the interpreter of the local cloud. */
const definition = ((): object => {
  const machines = ofType(Object.entries(synthesize().stacks.workflow), 'AWS::StepFunctions::StateMachine');
  const found = machines.find(([, { Properties }]) => Properties['StateMachineName'] === 'scangate-scan');
  if (!found) throw new Error('there is no scan workflow');
  const { 'Fn::Join': join } = found[1].Properties['DefinitionString'] as {
    'Fn::Join': [string, unknown[]];
  };
  const text = join[1].map((part) => (typeof part === 'string' ? part : taskArn));
  return JSON.parse(text.join('')) as object;
})();

const m = useMachineWorkbench();
const ref = { organizationId: 'o', scanId: 's' };
/** The output of `Prepare` where steps are left. */
const withRest = (state: object) => ({ rest: [true], ...state });
type Step = 'prepare' | 'units a' | 'units b,c' | 'finish';
const groups = [{ units: ['a'] }, { units: ['b', 'c'] }];
const prepared = { ...ref, units: ['a', 'b', 'c'].map((projectUnitId) => ({ projectUnitId })), groups };

const stepOf = (input: Record<string, unknown>): Step => {
  if ('results' in input || 'failure' in input) return 'finish';
  const { units } = input;
  return Array.isArray(units) ? (`units ${units.join()}` as Step) : 'prepare';
};
const outcomesOf = (step: Step) =>
  step
    .slice('units '.length)
    .split(',')
    .map((projectUnitId) => ({ projectUnitId }));

/** Runs a scan of two groups in which steps fail with these function errors, as often as they are tried. */
const runWith = async (errors: Partial<Record<Step, string>>, state: object = prepared) => {
  const tries: Step[] = [];
  let finished: unknown;
  m.task = async (input) => {
    const step = stepOf(input);
    tries.push(step);
    const error = errors[step];
    if (error !== undefined) throw new TaskFailed(error);
    if (step === 'prepare') return withRest(state);
    if (step !== 'finish') return outcomesOf(step);
    finished = input;
    return { status: 'ended' };
  };
  const execution = await m.run(ref, definition);
  return { execution, tries, finished };
};

/** The names that Lambda, the workflow and a task's own signal give to a time-out. */
const timeouts = ['Sandbox.Timedout', 'States.Timeout', 'TimeoutError'];
const crashes = ['Runtime.ExitError', 'Runtime.OutOfMemory', 'TypeError'];

describe('the failure that is passed to the end of a scan', () => {
  test.each(timeouts)(
    'is workflow_timeout for a commit that takes too long to prepare: %s',
    async (error) => {
      const { tries, finished } = await runWith({ prepare: error });
      expect(tries).toEqual(['prepare', 'prepare', 'finish']);
      expect(finished).toMatchObject({ ...ref, units: [], failure: { errorCode: 'workflow_timeout' } });
    },
  );

  test.each(timeouts)('is workflow_timeout of the one group that takes too long: %s', async (error) => {
    const { tries, finished } = await runWith({ 'units b,c': error });
    expect(tries.filter((step) => step === 'units b,c')).toHaveLength(2);
    expect(finished).not.toHaveProperty('failure');
    expect(finished).toMatchObject({
      results: [
        [{ projectUnitId: 'a' }],
        { units: ['b', 'c'], failure: { errorCode: 'workflow_timeout', error: expect.any(String) } },
      ],
    });
  });

  test.each(crashes)('is system_error for anything else: %s', async (error) => {
    const { finished } = await runWith({ 'units a': error });
    expect(finished).toMatchObject({ results: [{ failure: { errorCode: 'system_error' } }, [{}, {}]] });
    expect((await runWith({ prepare: error })).finished).toMatchObject({
      failure: { errorCode: 'system_error' },
    });
  });

  test.each([{}, { hasLarge: true }])('is undefined for a scan whose steps succeed: %j', async (more) => {
    const { execution, finished } = await runWith({}, { ...prepared, ...more });
    expect(execution.status).toBe('SUCCEEDED');
    expect(finished).toMatchObject({ ...ref, results: [[{ projectUnitId: 'a' }], [{}, {}]] });
    // Prepare, the rest and what was reached, the choice, the map, its groups, the choice of a base, finish, the choice and the end.
    expect(execution.transitions).toBe(11);
  });

  test('is that of its preparation if that could not end it', async () => {
    const failure = { errorCode: 'repo_access', error: 'Gone.' };
    const { tries, finished } = await runWith({}, { ...ref, units: [], groups: [], failure });
    expect([tries, finished]).toMatchObject([['prepare', 'finish'], { failure }]);
  });
});

describe('a scan that completes in its first task', () => {
  const runFrom = async (state: object) => {
    const tasks: object[] = [];
    m.task = async (input) => {
      tasks.push(input);
      const asksForBase = 'hasBase' in input && !('base' in input);
      if (tasks.length === 1) return withRest(state);
      return asksForBase ? { state: 'ready' } : { status: 'completed' };
    };
    const { status, transitions } = await m.run(ref, definition);
    return { status, transitions, tasks: tasks.slice(1) };
  };

  test('has two billed transitions', async () => {
    const ended = { status: 'completed', rest: [] };
    expect(await runFrom(ended)).toEqual({ status: 'SUCCEEDED', transitions: 2, tasks: [] });
  });

  test('is followed by the workflow if its first task could not do it', async () => {
    const followed = { status: 'completed', ...ref, follow: true, rest: [true] };
    expect(await runFrom(followed)).toEqual({ status: 'SUCCEEDED', transitions: 5, tasks: [followed] });
  });

  const results = [[{ projectUnitId: 'a' }]];
  const base = { state: 'scan', units: [], groups: [{ units: ['x'] }] };
  const based = { ...prepared, hasBase: true, results };
  const ready = { ...base, state: 'ready' };
  test.each<[string, object, object[]]>([
    ['its end', { ...prepared, results }, [{ results }]],
    ['the end of one that was compared', { ...based, base, compared: {} }, [{ compared: {} }]],
    ['its base', based, [{ hasBase: true }, { base: { state: 'ready' } }, { compared: {} }]],
    [
      'the units of its base',
      { ...based, base },
      [{ units: ['x'], ofBase: true }, { baseResults: [{}] }, {}],
    ],
    ['the comparison', { ...based, base, baseResults: [[]] }, [{ baseResults: [[]] }, {}]],
    ['the comparison with an assessed base', { ...based, base: ready }, [{ base: ready }, {}]],
  ])('continues with the first missing step: %s', async (_, state, expected) => {
    const { status, tasks } = await runFrom(state);
    expect([status, tasks]).toMatchObject(['SUCCEEDED', expected]);
  });
});

describe('following the default branch', () => {
  const follow = async (finished: object, error?: string) => {
    const tasks: object[] = [];
    m.task = async (input) => {
      tasks.push(input);
      if ('follow' in input && error !== undefined) throw new TaskFailed(error);
      if ('results' in input) return finished;
      return 'units' in input ? [] : withRest(prepared);
    };
    const { status } = await m.run(ref, definition);
    return { status, followed: tasks.filter((input) => 'follow' in input) };
  };
  const asked = { status: 'completed', ...ref, follow: true };

  test('comes after the end of a scan that may be followed, and of no other', async () => {
    expect(await follow(asked)).toEqual({ status: 'SUCCEEDED', followed: [asked] });
    expect(await follow({ status: 'completed' })).toEqual({ status: 'SUCCEEDED', followed: [] });
  });

  test('makes the execution fail where it fails, so that its end follows once more', async () => {
    const { status, followed } = await follow(asked, 'TypeError');
    expect([status, followed.length > 0]).toEqual(['FAILED', true]);
  });
});
