import { expect, test } from 'vitest';
import { one, outputOf, taskArn, TaskFailed, useMachineWorkbench } from './machine-workbench.ts';

const m = useMachineWorkbench();

const mapOf = (batcher: object, more: object = {}) =>
  one({
    Type: 'Map',
    Label: 'each',
    MaxConcurrency: 2,
    ItemReader: {
      Resource: 'arn:aws:states:::s3:getObject',
      ReaderConfig: { InputType: 'JSON' },
      Parameters: { Bucket: 'lists', 'Key.$': '$.key' },
    },
    ...batcher,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'EXPRESS' },
      StartAt: 'Work',
      States: { Work: { Type: 'Task', Resource: taskArn, End: true } },
    },
    End: true,
    ...more,
  });

const batcher = (limits: object) => ({ ItemBatcher: { ...limits, BatchInput: { 'from.$': '$.from' } } });

test('the items of an S3 object are passed on in batches with their common input', async () => {
  m.objects.set('lists/a.json', JSON.stringify([1, 2, 3, 4, 5]));
  const execution = await m.run({ key: 'a.json', from: 'x' }, mapOf(batcher({ MaxItemsPerBatch: 2 })));
  expect(outputOf(execution)).toEqual([
    { BatchInput: { from: 'x' }, Items: [1, 2] },
    { BatchInput: { from: 'x' }, Items: [3, 4] },
    { BatchInput: { from: 'x' }, Items: [5] },
  ]);
});

test('a batch stays within its limit of bytes, and a single item is never left out', async () => {
  const items = ['a'.repeat(60), 'b'.repeat(60), 'c'.repeat(300)];
  m.objects.set('lists/a.json', JSON.stringify(items));
  const execution = await m.run({ key: 'a.json', from: 'x' }, mapOf(batcher({ MaxInputBytesPerBatch: 200 })));
  expect((outputOf(execution) as { Items: string[] }[]).map(({ Items }) => Items)).toEqual([
    items.slice(0, 2),
    items.slice(2),
  ]);
});

test('without a batcher each item is the input of an execution', async () => {
  m.objects.set('lists/a.json', JSON.stringify([{ n: 1 }, { n: 2 }]));
  expect(outputOf(await m.run({ key: 'a.json' }, mapOf({})))).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a missing or malformed list fails the map by name', async () => {
  const failed = { status: 'FAILED', error: 'States.ItemReaderFailed' };
  expect(await m.run({ key: 'none.json' }, mapOf({}))).toMatchObject(failed);
  m.objects.set('lists/a.json', '{}');
  expect(await m.run({ key: 'a.json' }, mapOf({}))).toMatchObject(failed);
});

test('a batch that fails fails the map, which can be caught', async () => {
  m.objects.set('lists/a.json', '[1]');
  m.task = () => Promise.reject(new TaskFailed('Broken'));
  const caught = { Catch: [{ ErrorEquals: ['Broken'], Next: 'After', ResultPath: null }], Next: 'After' };
  const { End: _end, ...map } = mapOf({}).States.One as Record<string, unknown>;
  const execution = await m.run(
    { key: 'a.json' },
    one({ ...map, ...caught }, { After: { Type: 'Succeed' } }),
  );
  expect(outputOf(execution)).toEqual({ key: 'a.json' });
});

test('the items of a distributed map do not count in the history of the execution', async () => {
  m.objects.set('lists/a.json', JSON.stringify(Array.from({ length: 9_000 }, (_, index) => index)));
  const execution = await m.run({ key: 'a.json' }, mapOf({}));
  expect(execution.status).toBe('SUCCEEDED');
  expect(execution.historyEvents).toBeLessThan(100);
});
