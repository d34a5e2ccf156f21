import { afterAll, beforeAll, expect, test } from 'vitest';
import { partOfSharedDatabase } from '#test/support/store/test-database.ts';
import { measureSignIn } from './sign-in.ts';
import { startBenchService, type BenchService } from '../service.ts';

let service: BenchService;
beforeAll(async () => void (service = await startBenchService({ startDatabase: partOfSharedDatabase })));
afterAll(() => service?.close());

test('a start makes 1 call, a callback at most 3, and a switch at most 2', async () => {
  const { start, callback, switch: switched } = await measureSignIn(service);
  expect(start.requests).toHaveLength(1);
  expect(callback.requests).toHaveLength(3);
  expect(switched.requests).toHaveLength(2);
});
