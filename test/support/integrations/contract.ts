import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { OutboundFetch } from '#ports/outbound.ts';

const contract = z.strictObject({
  /** Whether it follows the provider's documentation, or was recorded by `npm run test:providers`. */
  source: z.enum(['documented', 'recorded']),
  documentation: z.url(),
  request: z.strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: z.string().startsWith('/'),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
  }),
  answer: z.strictObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
    text: z.string().optional(),
  }),
});
export type Contract = z.infer<typeof contract>;

const folderOf = (provider: string): string => `lib/adapters/providers/${provider}/contract`;

/** The contracts of a provider, by their names. */
export const contractsOf = (provider: string): [name: string, contract: Contract][] =>
  readdirSync(folderOf(provider))
    .toSorted()
    .map((file) => [
      file.replace('.json', ''),
      contract.parse(JSON.parse(readFileSync(`${folderOf(provider)}/${file}`, 'utf8'))),
    ]);

/** A provider that answers as the contract says. */
export const answering = ({ answer }: Contract) => {
  const seen: { method: string; url: string; headers: Headers; body: unknown }[] = [];
  const fetch: OutboundFetch = async (url, { method = 'GET', headers, body } = {}) => {
    const sent = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
    seen.push({ method, url: String(url), headers: new Headers(headers), body: sent });
    const text = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
    return new Response(text === '' ? null : text, { status: answer.status, headers: answer.headers ?? {} });
  };
  return { fetch, seen };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Places of a value that the documented one does not have, or has in another type. */
export const beyond = (value: unknown, documented: unknown, place = ''): string[] => {
  if (Array.isArray(value)) {
    if (!Array.isArray(documented)) return [place];
    const known = documented as unknown[];
    return value.flatMap((one: unknown, index) =>
      known.length === 0
        ? []
        : Math.min(...known.map((other) => beyond(one, other, `${place}/${index}`).length)) === 0
          ? []
          : [`${place}/${index}`],
    );
  }
  if (isObject(value)) {
    if (!isObject(documented)) return [place];
    return Object.entries(value).flatMap(([name, inner]) =>
      name in documented ? beyond(inner, documented[name], `${place}/${name}`) : [`${place}/${name}`],
    );
  }
  return typeof value === typeof documented ? [] : [place];
};

/** Sends the request of a contract to what stands in for the provider. */
export const sendTo = async (
  base: string,
  { request }: Contract,
): Promise<{ status: number; headers: Headers; text: string }> => {
  const { method, path, headers = {}, body } = request;
  const sent = await fetch(`${base}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: sent.status, headers: sent.headers, text: await sent.text() };
};
