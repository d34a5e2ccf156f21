import { writeSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fuzzOperations } from '#test/support/fuzz/fuzz-operations.ts';
import { isNightly } from '#test/support/runs/samples.ts';

/**
 * Every operation of the API's document with requests that are valid, nearly valid, hostile, or name ids of
 * others, through the gateway. FUZZ_SEED starts with the requests of a failure, FUZZ_REQUESTS states their
 * number.
 */

const { FUZZ_SEED: givenSeed, FUZZ_REQUESTS: givenRequests } = process.env;
const seed = Number(givenSeed ?? Math.floor(Math.random() * 1e9));
const requests = Number(givenRequests ?? (isNightly ? 1_000_000 : 50_000));

const writeLog = process.stdout.write;
beforeAll(() => {
  vi.stubEnv('ORGANIZATION_RATE', '100000000');
  // Each refusal is a line of the log; a spy would keep them.
  process.stdout.write = () => true;
});
afterAll(() => {
  vi.unstubAllEnvs();
  process.stdout.write = writeLog;
});

test('whatever is sent, the answer is declared, is not a 5xx, and reveals nothing of another organization', async () => {
  const { flaws, answers, bytesPerRequest } = await fuzzOperations(seed, requests);
  const succeeded = [...answers].filter(([, statuses]) =>
    [...statuses.keys()].some((status) => status < 300),
  );
  const counts = `${succeeded.length} of ${answers.size} operations succeed, too`;
  writeSync(
    1,
    `fuzz: ${requests} from seed ${seed}, ${counts}, ${bytesPerRequest.toFixed(0)} B stay of each\n`,
  );
  expect(flaws.slice(0, 5)).toEqual([]);
  // The hooks of the test runner keep 1 to 2 KB of each, for what handlers import when they need it.
  if (requests >= 20_000) expect(bytesPerRequest).toBeLessThan(8_000);
}, 3_600_000);
