import { defineMessages } from '../define-messages.ts';

/** The upgrade plan of a scan. */
export const upgradeMessages = defineMessages({
  title: 'Upgrade plan',
  advice: 'Upgrade to',
  breaking: 'breaking',
  via: 'Through',
  direct: 'direct',
  clears: 'Clears',
  remaining: 'Still open',
  none: 'No upgrade is needed',
  noneHelp: 'No dependency has an advisory, a deprecation or an end of life that is known.',
});
