import { Stripe } from 'stripe';

/**
 * Two tries fit into the 29 seconds of an API call. The second is under the same key, so that a connection that went
 * stale while the function was frozen costs nobody anything.
 */
const timeoutMs = 12_000;
const retries = 1;

/** @param apiBase where Stripe is, for a local stand-in; Stripe's own address unless given. */
const addressOf = (apiBase: string | undefined) => {
  if (!apiBase) return {};
  const { protocol, hostname, port } = new URL(apiBase);
  return {
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    host: hostname,
    ...(port && { port }),
  };
};

/** A client that sends no telemetry and speaks the version of the API that its package was made for. */
export const stripeClient = (secretKey: string, apiBase?: string): Stripe =>
  new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...addressOf(apiBase),
  });
