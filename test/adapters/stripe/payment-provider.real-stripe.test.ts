import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { stripeClient } from '#adapters/stripe/client.ts';
import { scenarios } from './scenarios/scenarios.ts';

/** `STRIPE_TEST_KEY=sk_test_… npm run test:stripe` creates objects in the test mode of that account; no money moves. */
const key = process.env['STRIPE_TEST_KEY'] ?? '';

test.skipIf(key === '')('only a key of the test mode is used', () => expect(key).toMatch(/^sk_test_/));

describe.skipIf(!key.startsWith('sk_test_'))(
  'Stripe’s own test mode, with STRIPE_TEST_KEY=sk_test_… only',
  () => {
    scenarios(async () => ({ stripe: stripeClient(key), run: randomUUID() }));
  },
);
