import { utcMonth } from '../calendar.ts';
import { defineMessages } from '../define-messages.ts';
import { number } from '../format.ts';

export const licenseMessages = defineMessages({
  title: (month: string) => `Licenses of ${utcMonth(month)}`,
  lead: 'A person takes a license with the first scan, connected repository or waiver of a calendar month (UTC), and keeps it until the end of the month. Licenses cannot be assigned or released, and removing a person does not free one.',
  used: 'Used',
  usedOf: (used: number, limit: number) => `${number(used)} of ${number(limit)}`,
  usedUnlimited: (used: number) => `${number(used)} used, no limit`,
  holders: 'Who holds a license',
  person: 'Person',
  formerPerson: 'No longer a member',
  organization: 'Organization',
  thisOrganization: 'This organization',
  since: 'Since',
  firstScan: 'Taken by',
  scan: 'A scan',
  noScan: 'Another action',
  none: 'Nobody holds a license this month',
  noneHelp: 'A person takes one with the first scan, connected repository or waiver.',
});
