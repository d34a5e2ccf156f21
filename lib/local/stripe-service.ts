import { randomBytes } from 'node:crypto';
import { webhookEvents } from '#adapters/stripe/setup.ts';
import type { Activity } from '@scangate/emulator-host/activity';
import type { Clock } from '@scangate/emulator-host/clock';
import type { DataFolder } from '@scangate/emulator-host/data-folder';
import type { LocalServer } from '@scangate/emulator-host/http-server';
import type { FaultInjector } from '@scangate/emulator-host/fault-injector';
import type { StripeControl } from '@scangate/emulator-stripe/stripe-control';
import { createStripeEmulator } from '@scangate/emulator-stripe/create-stripe-emulator';
import { dataFolderJournal } from '@scangate/emulator-stripe/store/journal';

interface Keys {
  secretKey: string;
  webhookSecret: string;
}

export interface StripeService extends LocalServer, Keys {
  readonly control: StripeControl;
  /** Resumes what was scheduled or undelivered before a stop. */
  resume(): void;
}

const isKeys = (value: unknown): value is Keys =>
  typeof value === 'object' &&
  value !== null &&
  'secretKey' in value &&
  typeof value.secretKey === 'string' &&
  'webhookSecret' in value &&
  typeof value.webhookSecret === 'string';

const file = 'stripe.json';

/** Creates the keys of a data folder once, so that no other process can sign webhooks for it. */
const keysOf = (folder: DataFolder): Keys => {
  const found = folder.readJson(file, isKeys);
  if (found) return found;
  const made = {
    secretKey: `sk_test_local_${randomBytes(16).toString('hex')}`,
    webhookSecret: `whsec_local_${randomBytes(24).toString('hex')}`,
  };
  folder.writeJson(file, made, 0o600);
  return made;
};

/** Starts the Stripe emulator beside the other services, with its state in the data folder. */
export const startStripe = async (given: {
  folder: DataFolder;
  clock: Clock;
  activity: Activity;
  faults: FaultInjector;
  /** Address of the service, which receives the webhooks and serves the hosted pages. */
  apiUrl: string;
  report: (error: unknown) => void;
}): Promise<StripeService> => {
  const { folder, apiUrl, ...context } = given;
  const keys = keysOf(folder);
  const stripe = createStripeEmulator({
    ...context,
    journal: dataFolderJournal(folder),
    secretKey: keys.secretKey,
    // Only the events of a deployed webhook endpoint, so that a missing one is noticed locally too.
    webhook: { url: `${apiUrl}/webhooks/stripe`, secret: keys.webhookSecret, events: webhookEvents },
    publicUrl: apiUrl,
  });
  const server = await stripe.listen();
  return { ...server, ...keys, control: stripe.control, resume: stripe.resume };
};
