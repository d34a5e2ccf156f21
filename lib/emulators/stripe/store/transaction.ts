import { randomBytes } from 'node:crypto';
import { PendingChanges, type EmulatorState } from './emulator-state.ts';

/** The status of a subscription whose invoice stays unpaid after the last retry. */
export type AfterRetries = 'cancel' | 'unpaid' | 'past_due';

export interface EmulatorSettings {
  /** Address of the hosted pages, without a slash at its end. */
  publicUrl: string;
  afterRetries: AfterRetries;
  /** @returns whether an injected fault declines the present charge. */
  declinesCharge: () => boolean;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Creates an id with Stripe's prefix, like `cus_…`. */
export const newId = (prefix: string): string =>
  `${prefix}_${[...randomBytes(20)].map((byte) => letters[byte % letters.length]).join('')}`;

/** A transaction of a request or of scheduled work. */
export class Transaction extends PendingChanges {
  /** Seconds since the epoch. */
  readonly now: number;
  readonly settings: EmulatorSettings;
  /** The request; its fields are null in scheduled work. */
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
