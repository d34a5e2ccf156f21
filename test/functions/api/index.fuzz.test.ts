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

/** Operations that drawn requests complete rarely or never, by what they would need. */
const rare: Readonly<Record<string, readonly string[]>> = {
  'payments, which this deployment does not have': [
    'buy-pack',
    'cancel-sast-addon',
    'get-prices',
    'open-checkout',
    'open-portal',
    'preview-change',
    'redeem-coupon',
    'resume-sast-addon',
    'set-billing-details',
    'start-sast-addon',
    'stripe-webhook',
  ],
  'a signed message, a secret or a challenge of somebody else': [
    'complete-saml-sign-in',
    'complete-sign-in',
    'exchange-token',
    'grant-device-token',
    'set-sso',
    'verify-domain',
  ],
  'results of a scan, or what follows from them': [
    'change-tracked-finding',
    'compare-scans',
    'get-attestation',
    'get-badge',
    'get-dependency-graph',
    'get-proof',
    'get-sbom',
    'get-tracked-finding',
    'list-findings',
    'rejudge-scan',
    'start-history-scan',
    'wait-scan',
  ],
  'several requests before, each of which fits the next one': [
    'change-integration',
    'change-release',
    'change-webhook',
    'close-organization',
    'create-pack-link',
    'get-release',
    'get-release-document',
    'open-shared',
    'release-bundle',
    'restore-organization',
    'revoke-pack-link',
    'set-budget',
  ],
};
const rarelySucceed = new Set(Object.values(rare).flat());

/** So many requests are enough for each other operation to succeed. */
const enough = 20_000;

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
  // The hooks of the test runner keep 1 to 2 KB of each, for what handlers import when they need it.
  expect(bytesPerRequest).toBeLessThan(8_000);
  expect(refused.filter((name) => !rarelySucceed.has(name))).toEqual([]);
}, 3_600_000);
