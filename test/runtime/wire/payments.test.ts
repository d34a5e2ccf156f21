import { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { wirePaymentProvider, wirePaymentEvents } from '#runtime/wire/payments.ts';
import type { LocalServer } from '@scangate/emulator-host/http-server';
import { localCredentials } from '@scangate/emulator-aws/s3/signature';
import { startSsm } from '@scangate/emulator-aws/ssm/service';
import { createStripeEmulator } from '@scangate/emulator-stripe/create-stripe-emulator';
import { openWorkbench, type Workbench } from '#test/emulators/aws/workbench.ts';

const secretKey = 'sk_test_of_the_wiring';
const webhookSecret = 'whsec_of_the_wiring';
const parameters = new Map<string, string>();
let bench: Workbench;
let servers: Record<'ssm' | 'stripe', LocalServer>;

beforeAll(async () => {
  bench = await openWorkbench();
  const { clock, faults } = bench;
  servers = {
    ssm: await startSsm(parameters, bench.context),
    stripe: await createStripeEmulator({ clock, faults: faults, secretKey }).listen(),
  };
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()));
  await bench.close();
});

beforeEach(() => {
  parameters.set('/acme/key', secretKey).set('/acme/webhook', webhookSecret);
  bench.faults.resetCallCounts();
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', servers.ssm.url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', localCredentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', localCredentials.secretAccessKey);
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1');
  vi.stubEnv('STRIPE_API_BASE', servers.stripe.url);
  vi.stubEnv('STRIPE_SECRET_PARAMETER', '/acme/key');
  vi.stubEnv('STRIPE_WEBHOOK_SECRET_PARAMETER', '/acme/webhook');
  vi.stubEnv('BILLING_RETURN_URL', 'https://console.example.com/billing');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const reads = (): number =>
  bench.faults
    .callCounts()
    .filter(({ service }) => service === 'ssm')
    .reduce((sum, { calls }) => sum + calls, 0);

const refused = (call: Promise<unknown>): Promise<Error> =>
  call.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error as Error,
  );

describe('the payment provider of a function', () => {
  test('reads its key once, with the first call', async () => {
    const paymentProvider = wirePaymentProvider();
    expect(reads()).toBe(0);
    const names = ['Acme', 'Other'];
    await Promise.all(names.map((name) => paymentProvider.createCustomer(name, { accountId: name, name })));
    expect(await paymentProvider.customer('cus_missing')).toBeUndefined();
    expect(reads()).toBe(1);
  });

  test('can be awaited like any value', async () => {
    const paymentProvider = await Promise.resolve(wirePaymentProvider());
    expect(await paymentProvider.customer('cus_missing')).toBeUndefined();
  });

  test('whose key could not be read reads it at the next call', async () => {
    const paymentProvider = wirePaymentProvider();
    bench.faults.inject({ service: 'ssm', kind: 'error', times: 1 });
    await refused(paymentProvider.customer('cus_missing'));
    expect(await paymentProvider.customer('cus_missing')).toBeUndefined();
  });

  test('is opened again after five minutes and then uses a rotated key', async () => {
    const paymentProvider = wirePaymentProvider();
    parameters.set('/acme/key', 'sk_test_of_before');
    const later = vi.spyOn(Date, 'now');
    expect(await refused(paymentProvider.customer('cus_missing'))).toMatchObject({ code: 'key_refused' });
    parameters.set('/acme/key', secretKey);
    later.mockReturnValue(Date.now() + 5 * 60_000);
    expect(await paymentProvider.customer('cus_missing')).toBeUndefined();
    expect(reads()).toBe(2);
  });

  test('keeps its key while the parameter store does not answer', async () => {
    const paymentProvider = wirePaymentProvider();
    await paymentProvider.customer('cus_missing');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5 * 60_000);
    bench.faults.inject({ service: 'ssm', kind: 'error', times: 1 });
    expect(await paymentProvider.customer('cus_missing')).toBeUndefined();
    expect(reads()).toBe(2);
  });

  test('does not disclose a key that Stripe refuses', async () => {
    parameters.set('/acme/key', 'sk_test_of_nobody');
    const error = await refused(wirePaymentProvider().customer('cus_1'));
    expect(error).toMatchObject({ name: 'PaymentProviderRefused', code: 'key_refused' });
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain('sk_test');
  });
});

test('events are verified with the secret in the parameter store', async () => {
  const payload = JSON.stringify({ id: 'evt_1', type: 'x', created: 0, data: { object: {} } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  const messages = wirePaymentEvents();
  expect(await messages.read(payload, signature, new Date())).toMatchObject({ eventId: 'evt_1' });
  const error = await refused(messages.read(payload, signature.replace(/.$/, 'x'), new Date()));
  expect(error).toMatchObject({ code: 'unauthenticated' });
  expect(reads()).toBe(1);
});

describe('without configured payments', () => {
  const calls = {
    'a call': () => wirePaymentProvider().customer('cus_1'),
    'an event': () => wirePaymentEvents().read('{}', 't=1,v1=0', new Date()),
  };

  test.each(Object.entries(calls))(
    '%s says so, because a parameter or its name is missing',
    async (_, call) => {
      parameters.clear();
      const problem = { code: 'conflict', members: { detail: 'Payments are not configured here.' } };
      expect(await refused(call())).toMatchObject(problem);
      vi.stubEnv('STRIPE_SECRET_PARAMETER', '');
      vi.stubEnv('STRIPE_WEBHOOK_SECRET_PARAMETER', '');
      expect(await refused(call())).toMatchObject(problem);
    },
  );
});
