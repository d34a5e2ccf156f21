import { afterAll, describe } from 'vitest';
import { stripeClient } from '#adapters/stripe/client.ts';
import type { LocalServer } from '@scangate/emulator-host/http-server';
import { createStripeEmulator } from '@scangate/emulator-stripe/create-stripe-emulator';
import { openManualClock } from '@scangate/emulator-host/manual-clock';
import { scenarios } from './scenarios/scenarios.ts';

describe('the Stripe emulator', () => {
  let server: LocalServer;
  afterAll(() => server.close());
  scenarios(async () => {
    const clock = openManualClock(Date.parse('2026-03-10T12:00:00Z'));
    server = await createStripeEmulator({ clock }).listen();
    return { stripe: stripeClient('sk_test_of_the_test', server.url), run: 'run' };
  });
});
