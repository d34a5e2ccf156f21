import { utcMonth } from '../calendar.ts';
import { defineMessages } from '../define-messages.ts';
import { number } from '../format.ts';

interface Limits {
  soft?: number | undefined;
  hard?: number | undefined;
}

const usedText = (used: number, { soft, hard }: Limits): string => {
  const limit = hard === undefined ? number(used) : `${number(used)} of ${number(hard)}`;
  return soft === undefined ? limit : `${limit}, mail at ${number(soft)}`;
};

export const budgetMessages = defineMessages({
  title: 'Budgets of client organizations',
  lead: 'A budget limits what an organization that this one pays for may spend in a calendar month (UTC). At the soft limit owners and admins get a mail. Scans that would pass the hard limit are refused.',
  month: (month: string) => `Spent in ${utcMonth(month)}, less refunds.`,
  organization: 'Organization',
  core: 'Core credits',
  sast: 'SAST credits',
  used: usedText,
  state: 'State',
  states: { within: 'Within', soft: 'Soft limit reached', hard: 'Used up' },
  actions: 'Actions',
  actionsFor: (organization: string) => `Actions for the budget of ${organization}`,
  set: 'Set a budget',
  change: 'Change',
  remove: 'Remove',
  setTitle: 'Set a budget',
  changeTitle: (organization: string) => `Budget of ${organization}`,
  client: 'Client organization',
  byId: 'By its id',
  id: 'Organization id',
  idHelp: 'The settings of the client organization show it.',
  idMissing: 'Enter the id of a client organization.',
  fields: {
    coreSoft: 'Core credits, soft limit',
    coreHard: 'Core credits, hard limit',
    sastSoft: 'SAST credits, soft limit',
    sastHard: 'SAST credits, hard limit',
  },
  none: 'Empty: no limit.',
  limitInvalid: 'Enter a whole number from 0 to 1,000,000,000.',
  softAbove: 'The soft limit is at most the hard one.',
  limitMissing: 'Enter at least one limit.',
  save: 'Save',
  removeTitle: (organization: string) => `Remove the budget of ${organization}`,
  removeText: 'The organization may then spend all credits of this account. What it spent stays counted.',
  removeConfirm: 'Remove budget',
  empty: 'No budgets',
  emptyHelp: 'Client organizations may spend all credits of this account.',
});
