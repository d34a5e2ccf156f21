import * as z from 'zod';
import type { ProviderFailureReason } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { providerClient, retryAfterOf, type RefusalMeaning, type RefusedAnswer } from '../provider-client.ts';
import { readJson } from '../read-json.ts';

const refusedAnswer = z.object({
  errors: z
    .array(
      z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }),
    )
    .min(1),
});

const reasons: Readonly<Record<string, ProviderFailureReason>> = {
  RATELIMITED: 'limited',
  AUTHENTICATION_ERROR: 'refused',
  FORBIDDEN: 'refused',
  INTERNAL_SERVER_ERROR: 'unavailable',
};

/** Linear states the end of a limit in milliseconds since the epoch. */
const untilReset = (headers: Headers, now: Date): number | undefined => {
  const reset = Number(headers.get('x-ratelimit-requests-reset') ?? '');
  return reset > now.getTime() ? Math.ceil((reset - now.getTime()) / 1000) : undefined;
};

/** Linear states a refusal by the code of the first error, with status 200 or 400. */
const meaningOf = ({ headers, text }: RefusedAnswer, now: Date): RefusalMeaning | undefined => {
  const error = readJson(refusedAnswer, text)?.errors[0];
  if (!error) return undefined;
  const reason = reasons[error.extensions?.code ?? ''];
  if (reason === 'limited') {
    const retryAfterSeconds = retryAfterOf(headers) ?? untilReset(headers, now) ?? 60;
    return { reason, retryAfterSeconds };
  }
  if (reason !== undefined) return { reason };
  return { reason: /entity not found/i.test(error.message) ? 'gone' : 'invalid' };
};

export interface LinearClientOptions {
  fetch: OutboundFetch;
  origin: string;
  apiKey: string;
  now: () => Date;
}

export interface LinearOperation<T> {
  query: string;
  variables: Record<string, unknown>;
  data: z.ZodType<T>;
}

/**
 * Calls the only route of Linear, a GraphQL endpoint.
 * @throws ProviderFailure
 */
export const linearClient = ({ fetch, origin, apiKey, now }: LinearClientOptions) => {
  const client = providerClient({
    fetch,
    origin,
    headers: async () => ({ authorization: apiKey }),
    meaningOf: (answer) => meaningOf(answer, now()),
  });
  return async <T>({ query, variables, data }: LinearOperation<T>): Promise<T> => {
    const answer = z.object({ data });
    const body = { query, variables };
    return (await client.call({ method: 'POST', path: '/graphql', body, answer })).data as T;
  };
};
