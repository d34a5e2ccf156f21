import { defineMessages } from '../define-messages.ts';
import { number, plural, relativeTime } from '../format.ts';

export const rechargeMessages = defineMessages({
  core: 'Core pool',
  sast: 'SAST pool',
  lead: 'Automatically buys a pack when a balance falls to the threshold. Off by default.',
  enabled: 'Recharge this pool automatically',
  threshold: 'Threshold',
  thresholdHelp: 'A pack is bought when the balance is at or below this number of credits.',
  thresholdInvalid: 'Enter a whole number, 0 or more.',
  pack: 'Pack',
  packOption: (pack: string, amount: string | undefined) =>
    amount === undefined ? pack : `${pack}, ${amount}`,
  packUnknown: 'The price of this pack is currently not available.',
  cap: 'Maximum packs per period',
  capHelp: 'From 1 to 10. No more packs are bought in one billing period.',
  capInvalid: 'Enter a whole number from 1 to 10.',
  most: (packs: number, pack: string, amount: string) =>
    `Each charge is ${amount} for ${pack}, at most ${plural(packs, 'charge', 'charges')} a period. It is charged to the saved payment method.`,
  save: 'Save',
  discard: 'Discard changes',
  status: 'Status',
  off: 'Off',
  on: 'On',
  state: 'This period',
  packsUsed: (packs: number, cap: number) => `${number(packs)} of ${plural(cap, 'pack', 'packs')} bought`,
  failingTitle: 'The last recharge failed',
  failing: (failures: number, since: string) =>
    `${plural(failures, 'attempt', 'attempts')} failed, the first ${relativeTime(since)}.`,
  nextAttempt: (at: string) => `The next attempt is ${relativeTime(at)}.`,
  noAttempt: 'No further attempt until the settings, the period or the payment method change.',
  addonNeeded: 'The SAST pool recharges only with an active SAST add-on.',
  addonLink: 'Go to the add-on',
  fields: {
    enabled: 'Recharge automatically',
    threshold: 'Threshold',
    pack: 'Pack',
    monthlyCap: 'Maximum packs per period',
  },
});

const packs: Record<string, string> = defineMessages({
  'core-100': '100 core credits',
  'core-500': '500 core credits',
  'sast-25': '25 SAST credits',
});
/** The name of a pack, also of one that this page does not know yet. */
export const packName = (pack: string): string => packs[pack] ?? pack;

export const packMessages = defineMessages({
  title: 'Credit packs',
  lead: 'Purchased credits do not expire and survive a change of plan. Included credits are spent first.',
  pack: 'Pack',
  pool: 'Pool',
  price: 'Price',
  balance: 'Balance now',
  action: 'Action',
  review: 'Review',
  askBuyer: 'Owners and billing owners buy packs. Ask one of them.',
  noAddon: 'SAST credits can only be used with the SAST add-on.',
});
