import { writeSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fuzzOperations } from '#test/support/fuzz/fuzz-operations.ts';
import { isNightly, seedOfDay } from '#test/support/runs/samples.ts';

/**
 * Every operation of the API's document, and every method for directories, through the gateway, with requests that are valid,
 * nearly valid, hostile, or name ids of others. Each batch begins with a journey of valid requests. FUZZ_SEED starts with the
 * requests of a failure, FUZZ_REQUESTS states their number.
 */

const { FUZZ_SEED: givenSeed, FUZZ_REQUESTS: givenRequests } = process.env;
const seed = Number(givenSeed ?? seedOfDay);
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

/** So many requests are enough for each operation to succeed, and for the slope of the memory to be told from its noise. */
const enough = 50_000;

/** The bytes that may stay of each request after the first half, in which most modules and caches are filled: in 50,000 it was 92. */
const mostBytesKept = 300;

/** The number of answers by the first digit of their status. */
const countsOf = (answers: ReadonlyMap<string, ReadonlyMap<number, number>>): string => {
  const all = [...answers.values()].flatMap((statuses) => [...statuses]);
  return [2, 3, 4, 5]
    .map((digit) => [`${digit}xx`, all.filter(([status]) => Math.floor(status / 100) === digit)] as const)
    .map(([name, those]) => `${name} ${those.reduce((sum, [, count]) => sum + count, 0)}`)
    .join(', ');
};

test('whatever is sent, the answer is declared, is not a 5xx, and reveals nothing of another organization, and each operation succeeds at times', async () => {
  const { flaws, answers, bytesPerRequest } = await fuzzOperations(seed, requests);
  const refused = [...answers]
    .filter(([, statuses]) => ![...statuses.keys()].some((status) => status < 400))
    .map(([operation]) => operation);
  const counts = `${countsOf(answers)}, ${answers.size - refused.length} of ${answers.size} operations succeed, too`;
  writeSync(
    1,
    `fuzz: ${requests} from seed ${seed}, ${counts}, ${bytesPerRequest.toFixed(0)} B stay of each\n`,
  );
  expect(flaws.slice(0, 5)).toEqual([]);
  if (requests < enough) return;
  expect(bytesPerRequest).toBeLessThan(mostBytesKept);
  expect(refused).toEqual([]);
}, 3_600_000);
