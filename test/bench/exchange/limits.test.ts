import { afterAll, beforeAll, expect, test } from 'vitest';
import { partOfSharedDatabase } from '#test/support/store/test-database.ts';
import { measureExchange } from './exchange.ts';
import { startBenchService, type BenchService } from '../service.ts';

let service: BenchService;
beforeAll(async () => void (service = await startBenchService({ startDatabase: partOfSharedDatabase })));
afterAll(() => service?.close());

test('an exchange makes at most 3 calls and 12 write units', async () => {
  const { warm, firstInAnHour } = await measureExchange(service);
  for (const cost of [warm, firstInAnHour]) {
    expect(cost.requests).toHaveLength(3);
    expect(cost.writeUnits).toBeLessThanOrEqual(12);
  }
});
