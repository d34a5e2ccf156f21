import { randomBytes } from 'node:crypto';
import { heardEvents } from '../../adapters/stripe/setup.ts';
import type { Activity } from '../activity.ts';
import type { Clock } from '../clock.ts';
import type { DataFolder } from '../data-folder.ts';
import type { LocalServer } from '../http.ts';
import type { Traffic } from '../traffic.ts';
import type { StripeControl } from './control.ts';
import { createLocalStripe } from './create-local-stripe.ts';
import { folderJournal } from './journal.ts';

interface Keys {
  secretKey: string;
  webhookSecret: string;
}

export interface StripeService extends LocalServer, Keys {
  readonly control: StripeControl;
  /** Goes on with what was planned and undelivered before a stop. */
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

/** Made once for a data folder: nobody else can sign messages for it. */
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

/** Stripe's stand-in beside the other services; what it knows stays in the data folder. */
export const startStripe = async (given: {
  folder: DataFolder;
  clock: Clock;
  activity: Activity;
  traffic: Traffic;
  /** Where the service is: it gets the webhooks there, and people find the pages. */
  apiUrl: string;
  report: (error: unknown) => void;
}): Promise<StripeService> => {
  const { folder, apiUrl, ...context } = given;
  const keys = keysOf(folder);
  const stripe = createLocalStripe({
    ...context,
    journal: folderJournal(folder),
    secretKey: keys.secretKey,
    // What a deployment's webhook hears of, no more: what is missing there shows here.
    webhook: { url: `${apiUrl}/webhooks/stripe`, secret: keys.webhookSecret, events: heardEvents },
    publicUrl: apiUrl,
  });
  const server = await stripe.listen();
  return { ...server, ...keys, control: stripe.control, resume: stripe.resume };
};
