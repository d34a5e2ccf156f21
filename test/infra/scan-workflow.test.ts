import { describe, expect, test } from 'vitest';
import {
  outputOf,
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
type Step = 'prepare' | 'unit a' | 'unit b' | 'finish';

const stepOf = (input: Record<string, unknown>): Step => {
  if ('results' in input || 'failure' in input) return 'finish';
  return 'projectUnitId' in input ? (`unit ${String(input['projectUnitId'])}` as Step) : 'prepare';
};

/** Runs a scan of two units in which steps fail with these function errors, as often as they are tried. */
const runWith = async (errors: Partial<Record<Step, string>>) => {
  const tries: Step[] = [];
  let finished: unknown;
  m.task = async (input) => {
    const step = stepOf(input);
    tries.push(step);
    const error = errors[step];
    if (error !== undefined) throw new TaskFailed(error);
    if (step === 'prepare') return { ...ref, units: [{ projectUnitId: 'a' }, { projectUnitId: 'b' }] };
    if (step !== 'finish') return { projectUnitId: step.slice(-1) };
    finished = input;
    return { status: 'ended' };
  };
  const execution = await m.run(ref, definition);
  return { execution, tries, finished };
};

/** The names that Lambda, the workflow and a task's own signal give to a time-out. */
const timeouts = ['Sandbox.Timedout', 'States.Timeout', 'TimeoutError'];
const crashes = ['Runtime.ExitError', 'Runtime.OutOfMemory', 'TypeError'];

describe('the failure that the end of a scan is told', () => {
  test.each(timeouts)(
    'is workflow_timeout for a commit that takes too long to prepare: %s',
    async (error) => {
      const { tries, finished } = await runWith({ prepare: error });
      expect(tries).toEqual(['prepare', 'prepare', 'finish']);
      expect(finished).toMatchObject({ ...ref, units: [], failure: { errorCode: 'workflow_timeout' } });
    },
  );

  test.each(timeouts)('is workflow_timeout of the one unit that takes too long: %s', async (error) => {
    const { tries, finished } = await runWith({ 'unit b': error });
    expect(tries.filter((step) => step === 'unit b')).toHaveLength(2);
    expect(finished).not.toHaveProperty('failure');
    expect(finished).toMatchObject({
      results: [
        { projectUnitId: 'a' },
        { projectUnitId: 'b', failure: { errorCode: 'workflow_timeout', error: expect.any(String) } },
      ],
    });
  });

  test.each(crashes)('is system_error for anything else: %s', async (error) => {
    const { finished } = await runWith({ 'unit a': error });
    expect(finished).toMatchObject({ results: [{ failure: { errorCode: 'system_error' } }, {}] });
    expect((await runWith({ prepare: error })).finished).toMatchObject({
      failure: { errorCode: 'system_error' },
    });
  });

  test('is none for a scan whose steps succeed', async () => {
    const { execution, finished } = await runWith({});
    expect(outputOf(execution)).toEqual({ status: 'ended' });
    expect(finished).toMatchObject({ ...ref, results: [{ projectUnitId: 'a' }, { projectUnitId: 'b' }] });
  });
});

describe('following the default branch', () => {
  const follow = async (finished: object, error?: string) => {
    const tasks: object[] = [];
    m.task = async (input) => {
      tasks.push(input);
      if ('follow' in input && error !== undefined) throw new TaskFailed(error);
      if ('results' in input) return finished;
      return 'projectUnitId' in input ? { projectUnitId: 'a' } : { ...ref, units: [{ projectUnitId: 'a' }] };
    };
    const { status } = await m.run(ref, definition);
    return { status, followed: tasks.filter((input) => 'follow' in input) };
  };
  const asked = { status: 'completed', ...ref, follow: true };

  test('comes behind the end of a scan that may be followed, and of no other', async () => {
    expect(await follow(asked)).toEqual({ status: 'SUCCEEDED', followed: [asked] });
    expect(await follow({ status: 'completed' })).toEqual({ status: 'SUCCEEDED', followed: [] });
  });

  test('leaves the execution alone when it fails', async () => {
    const { status, followed } = await follow(asked, 'TypeError');
    expect([status, followed.length > 0]).toEqual(['SUCCEEDED', true]);
  });
});
