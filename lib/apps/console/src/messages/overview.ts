import { defineMessages } from './define-messages.ts';
import { number, plural } from './format.ts';

interface Gates {
  failing: number;
  passing: number;
  neverScanned: number;
}

const sentence = ({ failing, passing, neverScanned }: Gates): string => {
  const parts = [
    failing > 0 && `${plural(failing, 'gate fails', 'gates fail')}.`,
    passing > 0 && `${plural(passing, 'gate passes', 'gates pass')}.`,
    neverScanned > 0 &&
      `${plural(neverScanned, 'repository has', 'repositories have')} no verdict of the default branch yet.`,
  ];
  return parts.filter(Boolean).join(' ');
};

/** Words of the first page. */
export const overviewMessages = defineMessages({
  lead: sentence,
  failing: 'Failing gates',
  failingLead: 'Default branches whose newest verdict is not PASS.',
  since: 'first failed {when}',
  latest: (shown: number, all: number) => `The latest ${number(shown)} of ${number(all)}.`,
  allPassTitle: 'No gate fails',
  allPass: 'The newest verdict of every scanned default branch is PASS.',
  nothingTitle: 'No repository has been scanned yet',
  nothing: 'Connect a repository and scan it to get the first verdict.',
  nothingToMembers: 'An owner or admin has to connect the first repository.',
  unscannedTitle: 'No default branch has a verdict yet',
  unscanned: 'Scan a branch, or let your pipeline do it.',
  connect: 'Connect a repository',
  scan: 'Scan a branch',
  active: 'Running now',
  started: 'started {when}',
  facts: 'Also',
  passing: 'Passing',
  neverScanned: 'Never scanned',
  waiversExpiring: 'Waivers that expire within 7 days',
  advisories: 'Advisories',
  advisoriesBuilt: 'built {when}',
  noAdvisories: 'none yet',
  trend: 'Open findings on default branches',
  noFindings: 'There were no open findings on default branches in the last 30 days.',
  trendUnit: 'findings, last 30 days',
  daysToFix: 'Days to fix',
  daysToFixValue: (days: number) => plural(Math.round(days), 'day', 'days'),
  opened: 'Opened',
  fixed: 'Fixed',
  lastDays: 'Last 30 days',
  credits: 'Credits',
  available: (pool: string, available: number) => `${pool}: ${number(available)} left`,
  pace: (perDay: number) => `${number(Math.round(perDay * 10) / 10)} a day`,
  runsOut: (days: number) => `At this pace the core credits last ${plural(days, 'more day', 'more days')}.`,
  lasts: 'At this pace the core credits last until the refill.',
  noPace: 'The pace is known after the first day of the period.',
  alert: {
    ok: 'There are enough credits.',
    low: 'Core credits run low. Ask an owner or admin to buy more.',
    empty: 'Core credits are used up. Ask an owner or admin to buy more.',
  },
  toBilling: 'Open Billing',
});
