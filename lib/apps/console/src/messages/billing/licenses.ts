import { utcMonth } from '../calendar.ts';
import { defineMessages } from '../define-messages.ts';
import { number } from '../format.ts';

export const licenseMessages = defineMessages({
  title: (month: string) => `Licenses of ${utcMonth(month)}`,
  lead: 'A person takes a license by the first scan, connected repository or waiver of a calendar month (UTC), and keeps it to the end of the month. Nobody assigns or releases one, and removing a person frees none.',
  used: 'Used',
  usedOf: (used: number, limit: number) => `${number(used)} of ${number(limit)}`,
  usedUnlimited: (used: number) => `${number(used)} used, no limit`,
  holders: 'Who holds a license',
  person: 'Person',
  formerPerson: 'Not a member any more',
  organization: 'Organization',
  thisOrganization: 'This organization',
  since: 'Since',
  firstScan: 'Taken by',
  scan: 'A scan',
  noScan: 'Another act',
  none: 'Nobody holds a license this month',
  noneHelp: 'The first scan, connected repository or waiver of a person takes one.',
});
