import { SSMClient } from '@aws-sdk/client-ssm';
import { readParameter } from '#adapters/ssm/read-parameter.ts';
import { stripeClient } from '#adapters/stripe/client.ts';
import { stripeEventReader } from '#adapters/stripe/event-reader.ts';
import { stripePaymentProvider } from '#adapters/stripe/payment-provider.ts';
import type { EnvironmentName } from '#contract/capabilities.ts';
import { Problem } from '@scangate/domain/problem';
import type { PaymentProvider, PaymentEventReader } from '#ports/payment-provider.ts';
import { optionalEnv } from '../env.ts';

const notConfigured = () => new Problem('conflict', { detail: 'Payments are not configured here.' });

/** @throws Problem conflict where no payments are taken. */
const secretOf = async (variable: EnvironmentName): Promise<string> => {
  const name = optionalEnv(variable);
  const secret = name && (await readParameter(new SSMClient(), name));
  if (!secret) throw notConfigured();
  return secret;
};

/** A function may live for days: a secret that was rolled, and prices that were changed, are known so much later. */
const keptMs = 5 * 60_000;

/**
 * A port that is opened by its first call, and anew when it is old; the old one goes on where that fails. What failed
 * to open at all is tried again by the next call.
 */
const opened = <Port extends object>(open: () => Promise<Port>): Port => {
  let port: Promise<Port> | undefined;
  let openedAt = 0;
  const current = (): Promise<Port> => {
    if (port && Date.now() - openedAt < keptMs) return port;
    const former = port;
    openedAt = Date.now();
    port = open().catch((error: unknown) => {
      port = former;
      if (former) return former;
      throw error;
    });
    return port;
  };
  const call =
    (method: string | symbol) =>
    async (...given: unknown[]): Promise<unknown> => {
      const methods = (await current()) as Record<string | symbol, (...given: unknown[]) => unknown>;
      return methods[method]?.(...given);
    };
  // Whoever awaits a port asks for `then`, and must not take it for a promise.
  return new Proxy({} as Port, { get: (_, method) => (method === 'then' ? undefined : call(method)) });
};

/** The local cloud has a till of its own, and says where; as it does of AWS's services. */
const apiBase = (): string | undefined => process.env['STRIPE_API_BASE'] || undefined;

export const wirePaymentProvider = (): PaymentProvider =>
  opened(async () => {
    const client = stripeClient(await secretOf('STRIPE_SECRET_PARAMETER'), apiBase());
    return stripePaymentProvider(client, { returnUrl: optionalEnv('BILLING_RETURN_URL') ?? '' });
  });

export const wirePaymentEvents = (): PaymentEventReader =>
  opened(async () => stripeEventReader(await secretOf('STRIPE_WEBHOOK_SECRET_PARAMETER')));
