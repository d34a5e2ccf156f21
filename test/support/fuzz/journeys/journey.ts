import type { CallOptions } from '#test/support/api/call-endpoint.ts';
import type { PaymentWorld } from '#test/support/payments/payment-world.ts';
import type { TestOrganization } from '#test/support/world.ts';
import type { Tenant } from '../fuzzed-world.ts';
import type { RawAnswer } from '../in-process-gateway.ts';

/** The credential of a request: a session of the owner or of a member, a token of an admin, or none. */
export type Who = 'owner' | 'member' | 'admin' | 'nobody';

export interface Asked extends Pick<CallOptions, 'params' | 'query' | 'headers' | 'body' | 'raw'> {
  as?: Who;
}

/** An answer with the JSON that it holds, if it does. */
export interface Answered extends RawAnswer {
  json: Readonly<Record<string, unknown>>;
}

/** The knowledge of somebody of a tenant who takes valid steps. */
export interface Traveler {
  organization: TestOrganization;
  /** The ids that the tenant has of this name. */
  ids: (name: string) => readonly string[];
  payments: PaymentWorld;
  /** Sends a valid request of an operation; that it is refused is a flaw. */
  ask: (operation: string, asked?: Asked) => Promise<Answered>;
  /** Notes ids of others that the tenant may see from now on. */
  mayShow: (...ids: readonly string[]) => void;
}

/** Valid requests that follow from each other, so that operations succeed that drawn requests do not get to. */
export interface Journey {
  name: string;
  tenant: Tenant;
  go: (traveler: Traveler) => Promise<void>;
}
