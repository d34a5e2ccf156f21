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

const idLength = 20;
/** Random bytes for the next ids; each request to the system takes longer than making an id. */
let randomness = { bytes: Buffer.alloc(0), used: 0 };

/** Creates an id with Stripe's prefix, like `cus_…`. */
export const newId = (prefix: string): string => {
  if (randomness.used === randomness.bytes.length)
    randomness = { bytes: randomBytes(200 * idLength), used: 0 };
  let id = `${prefix}_`;
  for (const end = randomness.used + idLength; randomness.used < end; randomness.used++)
    id += letters[(randomness.bytes[randomness.used] ?? 0) % letters.length];
  return id;
};

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
