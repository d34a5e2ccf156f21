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
  noneHelp: 'No dependency has a known advisory, deprecation or end of life.',
});
