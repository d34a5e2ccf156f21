import { randomBytes } from 'node:crypto';
import { Draft, type State } from './state.ts';

/** What becomes of a subscription whose invoice stays unpaid after the last retry. */
export type AfterRetries = 'cancel' | 'unpaid' | 'past_due';

export interface TillSettings {
  /** Where the local pages are: checkout, invoices. Without a slash at the end. */
  publicUrl: string;
  afterRetries: AfterRetries;
  /** Whether a fault was injected that declines the charge now made. */
  declinesCharge: () => boolean;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id with Stripe's prefix, as in `cus_…`. */
export const newId = (prefix: string): string =>
  `${prefix}_${[...randomBytes(20)].map((byte) => letters[byte % letters.length]).join('')}`;

/** One transaction: a request, or what fell due. */
export class Work extends Draft {
  /** In seconds since the epoch. */
  readonly now: number;
  readonly settings: TillSettings;
  /** What asked for it; nothing when it fell due. */
  readonly request: { id: string | null; idempotency_key: string | null };

  constructor(
    state: State,
    settings: TillSettings,
    now: number,
    request: Work['request'] = { id: null, idempotency_key: null },
  ) {
    super(state);
    this.settings = settings;
    this.now = now;
    this.request = request;
  }
}
