import { Stripe } from 'stripe';

/** Two tries fit into the 29 seconds of an API call. The second helps where a connection went stale in a frozen function. */
const timeoutMs = 12_000;
const retries = 1;

/** @param apiBase the address of an emulator; Stripe's own address unless given. */
const addressOf = (apiBase: string | undefined) => {
  if (!apiBase) return {};
  const { protocol, hostname, port } = new URL(apiBase);
  return {
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    host: hostname,
    ...(port && { port }),
  };
};

/** Creates a client that sends no telemetry and uses the API version of its package. */
export const stripeClient = (
  secretKey: string,
  apiBase?: string,
  httpClient: Stripe.StripeConfig['httpClient'] = Stripe.createFetchHttpClient(),
): Stripe =>
  new Stripe(secretKey, {
    httpClient,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...addressOf(apiBase),
  });
