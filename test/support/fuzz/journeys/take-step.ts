import type { Operation } from '../fuzzed-request.ts';
import type { FuzzCaller, FuzzedWorld } from '../fuzzed-world.ts';
import type { RawRequest } from '../in-process-gateway.ts';
import type { Asked, Journey, Traveler, Who } from './journey.ts';

/** Thrown when a valid request of a journey is refused, after which its further steps make no sense. */
export class RefusedStep extends Error {}

const places: Readonly<Record<Exclude<Who, 'nobody'>, number>> = { owner: 0, member: 1, admin: 2 };

/** Returns the caller of a tenant, whose credential nobody else has. */
export const callerOf = (callers: readonly FuzzCaller[], as: Who = 'owner'): FuzzCaller => {
  const found = callers[as === 'nobody' ? 0 : places[as]];
  if (!found) throw new Error(`the tenant has no ${as}`);
  return as === 'nobody' ? { ...found, headers: {} } : found;
};

/** Writes a valid request of an operation. */
export const validRequest = (
  { method, path }: Operation,
  { headers: own }: FuzzCaller,
  { params = {}, query, headers, body, raw }: Asked,
): RawRequest => {
  const place = path.replaceAll(/\{([\w-]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
  const text = raw ?? (body === undefined ? '' : JSON.stringify(body));
  return {
    method,
    target: `${place}${search}`,
    headers: {
      Host: 'api.example.com',
      ...own,
      ...(text.length > 0 && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: Buffer.from(text as string),
  };
};

/** Returns the knowledge with which a journey is taken. */
export const travelerOf = (tenants: FuzzedWorld, { tenant }: Journey, ask: Traveler['ask']): Traveler => ({
  organization: tenants.organization(tenant),
  ids: (name) => tenants.idsOf(tenant, name),
  payments: tenants.payments,
  ask,
  mayShow: (...ids) => tenants.noteSent(callerOf(tenants.callersOf(tenant)), ids.join(' ')),
});
