import { expect, test } from 'vitest';
import {
  TaskFailed,
  taskArn,
  useMachineWorkbench,
} from '#test/emulators/aws/step-functions/machine-workbench.ts';
import { ofType, synthesize } from '../synthesized.ts';

/** The definition that is deployed, run by the interpreter of the local cloud. */
const definition = ((): object => {
  const machines = ofType(
    Object.entries(synthesize().stacks['history'] ?? {}),
    'AWS::StepFunctions::StateMachine',
  );
  if (!machines[0]) throw new Error('there is no history workflow');
  const { 'Fn::Join': join } = machines[0][1].Properties['DefinitionString'] as {
    'Fn::Join': [string, unknown[]];
  };
  const text = join[1].map((part) => (typeof part === 'string' ? part : taskArn));
  return JSON.parse(text.join('')) as object;
})();

const m = useMachineWorkbench();
const ref = { organizationId: 'o', repositoryId: 'r', historyScanId: 'h' };

test('a step is repeated as long as it says so, one that fails makes no other fail, and all of it is ended', async () => {
  const tries: unknown[] = [];
  let ended: unknown;
  m.task = async (input) => {
    if (Array.isArray(input['steps'])) {
      ended = input;
      return null;
    }
    if (input['number'] === undefined) return { ...ref, steps: [{ number: 1 }, { number: 2 }], slices: 2 };
    tries.push(input['number']);
    expect(input).toMatchObject({ ...ref, number: input['number'] });
    if (input['number'] === 2) throw new TaskFailed('ScanFailed');
    return { goesOn: tries.filter((number) => number === 1).length < 3 };
  };
  const execution = await m.run(ref, definition);
  expect(execution.status).toBe('SUCCEEDED');
  expect(tries.toSorted()).toEqual([1, 1, 1, 2]);
  expect(ended).toMatchObject({ ...ref, slices: 2 });
});
