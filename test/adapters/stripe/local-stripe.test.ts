import { afterAll, describe } from 'vitest';
import { stripeClient } from '../../../lib/adapters/stripe/client.ts';
import type { LocalServer } from '../../../lib/local/http.ts';
import { createLocalStripe } from '../../../lib/local/stripe/create-local-stripe.ts';
import { openHandClock } from '../../../lib/local/stripe/hand-clock.ts';
import { scenarios } from './scenarios.ts';

describe('the stand-in for Stripe', () => {
  let server: LocalServer;
  afterAll(() => server.close());
  scenarios(async () => {
    const clock = openHandClock(Date.parse('2026-03-10T12:00:00Z'));
    server = await createLocalStripe({ clock }).listen();
    return { stripe: stripeClient('sk_test_of_the_test', server.url), run: 'run' };
  });
});
