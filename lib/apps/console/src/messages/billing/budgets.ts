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
  lead: 'A budget limits what a client organization may spend in a calendar month (UTC). At the soft limit owners and admins get a mail. Scans that would exceed the hard limit are refused.',
  month: (month: string) => `Spent in ${utcMonth(month)}, net of refunds.`,
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
  byId: 'By id',
  id: 'Organization id',
  idHelp: 'Shown in the settings of the client organization.',
  idMissing: 'Enter the id of a client organization.',
  fields: {
    coreSoft: 'Core credits, soft limit',
    coreHard: 'Core credits, hard limit',
    sastSoft: 'SAST credits, soft limit',
    sastHard: 'SAST credits, hard limit',
  },
  none: 'Empty: no limit.',
  limitInvalid: 'Enter a whole number from 0 to 1,000,000,000.',
  softAbove: 'The soft limit must not exceed the hard limit.',
  limitMissing: 'Enter at least one limit.',
  save: 'Save',
  removeTitle: (organization: string) => `Remove the budget of ${organization}`,
  removeText: 'The organization may then spend all credits of this account. Its spending stays recorded.',
  removeConfirm: 'Remove budget',
  empty: 'No budgets',
  emptyHelp: 'Client organizations may spend all credits of this account.',
});
