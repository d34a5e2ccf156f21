import { randomBytes } from 'node:crypto';
import { PendingChanges, type EmulatorState } from './emulator-state.ts';

/** What becomes of a subscription whose invoice stays unpaid after the last retry. */
export type AfterRetries = 'cancel' | 'unpaid' | 'past_due';

export interface EmulatorSettings {
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
export class Transaction extends PendingChanges {
  /** In seconds since the epoch. */
  readonly now: number;
  readonly settings: EmulatorSettings;
  /** What asked for it; nothing when it fell due. */
  readonly request: { id: string | null; idempotency_key: string | null };

  constructor(
    state: EmulatorState,
    {
      settings,
      now,
      request = { id: null, idempotency_key: null },
    }: { settings: EmulatorSettings; now: number; request?: Transaction['request'] },
  ) {
    super(state);
    this.settings = settings;
    this.now = now;
    this.request = request;
  }
}
