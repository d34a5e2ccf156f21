import { administeringJourneys } from './administering.ts';
import { buyingJourneys } from './buying.ts';
import type { Journey } from './journey.ts';
import { notifyingJourneys } from './notifying.ts';
import { scanningJourneys } from './scanning.ts';

/** Every journey. Each batch of requests begins with one of them. */
export const journeys: readonly Journey[] = [
  ...buyingJourneys,
  ...scanningJourneys,
  ...notifyingJourneys,
  ...administeringJourneys,
];
