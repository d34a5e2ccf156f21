import { writeSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fuzzOperations } from '#test/support/fuzz/fuzz-operations.ts';
import { isNightly } from '#test/support/runs/samples.ts';

/**
 * Every operation of the API's document, and every method for directories, through the gateway, with requests that are valid,
 * nearly valid, hostile, or name ids of others. FUZZ_SEED starts with the requests of a failure, FUZZ_REQUESTS states their number.
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

/** Operations that fewer than 16 of 50,000 drawn requests complete, by what they would need. */
const rare: Readonly<Record<string, readonly string[]>> = {
  'payments, which this deployment does not have': [
    'buy-pack',
    'get-prices',
    'open-checkout',
    'open-portal',
    'preview-change',
    'redeem-coupon',
    'set-billing-details',
    'start-sast-addon',
    'stripe-webhook',
  ],
  'a signed message, a secret or a challenge of somebody else': [
    'complete-saml-sign-in',
    'complete-sign-in',
    'exchange-token',
    'grant-device-token',
    'hand-over-token',
    'verify-domain',
  ],
  'a scan, or what follows from its results': [
    'cancel-scan',
    'change-tracked-finding',
    'compare-scans',
    'create-scan',
    'get-badge',
    'get-tracked-finding',
    'start-history-scan',
  ],
  'several requests before, each of which fits the next one': [
    'change-bundle',
    'change-integration',
    'change-release',
    'change-trust-rule',
    'change-webhook',
    'close-organization',
    'create-pack-link',
    'end-own-session',
    'get-bundle',
    'get-integration',
    'get-release',
    'get-release-document',
    'list-integration-deliveries',
    'list-integration-tickets',
    'open-shared',
    'redeliver-webhook',
    'reject-waiver',
    'release-bundle',
    'remove-bundle',
    'remove-domain',
    'remove-trust-rule',
    'renew-waiver',
    'resolve-repository',
    'restore-organization',
    'revoke-directory-token',
    'revoke-pack-link',
    'rotate-webhook-secret',
    'set-budget',
    'test-integration',
  ],
};
const rarelySucceed = new Set(Object.values(rare).flat());

/** So many requests are enough for each other operation to succeed, and for the slope of the memory to be told from its noise. */
const enough = 50_000;

/** The bytes that may stay of each request: in 50,000 it was 11 bytes, and in 20,000 the noise of the heap was 1,000. */
const mostBytesKept = 1_000;

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
  expect(refused.filter((name) => !rarelySucceed.has(name))).toEqual([]);
}, 3_600_000);
