import { expect, test } from 'vitest';
import { deadReceiverFigures, overLimit } from '../figures.ts';
import { measureDeadReceiver } from './dead-receiver.ts';

test('a dead receiver delays no other, and takes ten seconds of a function for each probe', async () => {
  expect(overLimit(deadReceiverFigures(await measureDeadReceiver()))).toEqual([]);
});
