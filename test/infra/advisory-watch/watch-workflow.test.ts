import { expect, test } from 'vitest';
import {
  outputOf,
  taskArn,
  useMachineWorkbench,
} from '#test/emulators/aws/step-functions/machine-workbench.ts';
import { definitionOf } from '../synthesized.ts';

/** The definition that is deployed, run by the interpreter of the local cloud. */
const definition = ((): object => {
  const isBucket = (part: unknown): boolean => JSON.stringify(part).includes('Bucket');
  const text = definitionOf('watch', (part) => (isBucket(part) ? 'data' : taskArn));
  // The partition of the ARN of the S3 integration is a part of its own.
  return JSON.parse(text.replaceAll(`arn:${taskArn}:states`, 'arn:aws:states')) as object;
})();

const m = useMachineWorkbench();

test('the deployed watch passes each batch its snapshot and time, and continues while it is behind', async () => {
  const units = Array.from({ length: 7 }, (_, index) => ({ projectUnitId: `u-${index}` }));
  m.objects.set('data/watch/1.json', JSON.stringify(units));
  const batches: unknown[] = [];
  let matches = 0;
  m.task = async (input) => {
    if ('Items' in input) {
      batches.push(input);
      return {};
    }
    if ('hits' in input) return { isBehind: matches === 1 };
    matches += 1;
    const list = matches === 1 ? { list: { bucket: 'data', key: 'watch/1.json' } } : {};
    return { snapshotId: `s-${matches}`, at: 'now', hits: matches === 1 ? 7 : 0, ...list };
  };
  const execution = await m.run({ cause: 'test', units: [] }, definition);
  expect(execution.status).toBe('SUCCEEDED');
  expect(matches).toBe(2);
  expect(batches).toEqual([
    { BatchInput: { snapshotId: 's-1', at: 'now' }, Items: units.slice(0, 5) },
    { BatchInput: { snapshotId: 's-1', at: 'now' }, Items: units.slice(5) },
  ]);
  expect(outputOf(execution)).toEqual({ isBehind: false });
});
