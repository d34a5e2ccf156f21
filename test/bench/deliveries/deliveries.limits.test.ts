import { afterAll, beforeAll, expect, test } from 'vitest';
import { partOfSharedDatabase } from '#test/support/store/test-database.ts';
import { deadReceiverFigures, deliveryFigures, overLimit } from '../figures.ts';
import { startBenchService, type BenchService } from '../service.ts';
import { measureDeadReceiver } from './dead-receiver.ts';
import { measureDeliveries } from './deliveries.ts';

let service: BenchService;
beforeAll(async () => void (service = await startBenchService({ startDatabase: partOfSharedDatabase })));
afterAll(() => service?.close());

test('the first event of a webhook takes at most 10 calls and 24 units, each further one 4 and 18', async () => {
  const figures = deliveryFigures(await measureDeliveries(service));
  expect(figures.filter(({ limit }) => limit !== undefined)).toHaveLength(5);
  expect(overLimit(figures)).toEqual([]);
});

test('a dead receiver delays no other, and takes ten seconds of a function for each probe', async () => {
  expect(overLimit(deadReceiverFigures(await measureDeadReceiver()))).toEqual([]);
});
