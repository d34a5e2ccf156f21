import { expect, test } from 'vitest';
import {
  TaskFailed,
  taskArn,
  useMachineWorkbench,
} from '#test/emulators/aws/step-functions/machine-workbench.ts';
import { definitionOf } from '../synthesized.ts';

/** The definition that is deployed, run by the interpreter of the local cloud. */
const definition = JSON.parse(definitionOf('packs', () => taskArn)) as object;

const m = useMachineWorkbench();
const pack = { organizationId: 'o-1', packId: '20260310-1' };
const slices = [{ slice: 1 }, { slice: 2 }, { slice: 3 }];

/** The tasks as they are called, by what they get. */
const run = async (answer: (input: Record<string, unknown>) => unknown) => {
  const inputs: Record<string, unknown>[] = [];
  m.task = async (input) => {
    inputs.push(input as Record<string, unknown>);
    return answer(input as Record<string, unknown>) as object;
  };
  const execution = await m.run(pack, definition);
  return { inputs, status: execution.status };
};

const isPlan = (input: Record<string, unknown>): boolean => Object.keys(input).length === 2;

test('the deployed workflow plans, writes each slice, and assembles what was planned', async () => {
  const { inputs, status } = await run((input) => (isPlan(input) ? { ...pack, slices } : {}));
  expect(status).toBe('SUCCEEDED');
  expect(inputs).toEqual([pack, ...slices.map((slice) => ({ ...pack, ...slice })), { ...pack, slices }]);
});

test.each([
  ['the plan', isPlan],
  ['a slice', (input: Record<string, unknown>) => input['slice'] === 2],
  ['the assembly', (input: Record<string, unknown>) => 'slices' in input && !('failed' in input)],
])('a failure of %s marks the pack as failed', async (_name, fails) => {
  const { inputs, status } = await run((input) => {
    if (fails(input)) throw new TaskFailed('Broken');
    return isPlan(input) ? { ...pack, slices } : {};
  });
  expect(status).toBe('SUCCEEDED');
  expect(inputs.at(-1)).toEqual({ ...pack, failed: true });
});
