import { roleName } from './capabilities.ts';
import { defineMessages } from './define-messages.ts';
import { number, plural } from './format.ts';

const minuteMs = 60_000;

/** A difference of two clocks: "5 minutes", "26 hours", "3 days". */
const difference = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / minuteMs);
  if (minutes < 120) return plural(minutes, 'minute', 'minutes');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? plural(hours, 'hour', 'hours') : plural(Math.round(hours / 24), 'day', 'days');
};

/** Words of the frame around every page. */
export const frameMessages = defineMessages({
  product: 'Scangate',
  tabTitle: (title: string) => `${title} · Scangate`,
  skip: 'Skip to the content',
  navigation: 'Pages',
  openNavigation: 'Show pages',
  organization: 'Organization',
  switchTo: (name: string) => `Switch to ${name}`,
  account: 'Your account',
  role: (role: string, plan: string) => `${roleName(role)} · ${plan}`,
  signOut: 'Sign out',
  search: 'Search pages, repositories, hashes, packages',
  paletteKeys: 'Ctrl K',
  palette: 'Go to',
  pages: 'Pages',
  repositories: 'Repositories',
  actions: 'Actions',
  commit: (hash: string) => `Scans of commit ${hash}`,
  scan: (scanId: string) => `Scan ${scanId}`,
  package: (purl: string) => `Where ${purl} is used`,
  nothingFound: 'Nothing found.',
  searching: 'Searching…',
  searchShort: 'Search',
  keys: 'Keys',
  theme: 'Theme',
  themes: { system: 'Like the system', light: 'Light', dark: 'Dark' },
  credits: 'Core credits',
  creditsText: (available: number) => `${number(available)} left`,
  creditsStates: { ok: 'enough', low: 'run low', empty: 'used up' },
  holdTitle: 'A payment failed: scans wait',
  hold: (invoices: number, since: string) =>
    `The payment failed ${since}. Billable work goes on once ${plural(invoices, 'open invoice is', 'open invoices are')} paid.`,
  holdSince: (since: string) =>
    `The payment failed ${since}. Billable work goes on once the open invoices are paid.`,
  payNow: 'See open invoices',
  askToPay: 'Ask an owner or a billing owner to pay.',
  offlineTitle: 'You are offline',
  offline: 'What you see may be old. Nothing is sent, and nothing is sent later by itself.',
  otherTitle: (name: string) => `You are signed in to ${name}`,
  otherMember: (name: string) => `This page belongs to ${name}.`,
  otherUnknown: 'This page belongs to another organization, of which you are no member.',
  switchQuestion: (name: string) => `Switch to ${name}?`,
  stay: (name: string) => `Stay in ${name}`,
  notFoundTitle: 'No such page',
  notFound: 'The address may be mistyped, or the page was renamed.',
  toOverview: 'Go to the overview',
  chunkTitle: 'A new version is out',
  chunk: 'This page is part of an older version. Reload it; what you entered is kept.',
  reload: 'Reload',
  crashedTitle: 'This page failed',
  bootFailedTitle: 'Scangate does not answer',
  sessionEndedTitle: 'Your session has ended',
  sessionEnded: 'Sign in again in a new tab. This page stays as it is, and then goes on.',
  recentTitle: 'Prove that it is you',
  recent: 'This needs a sign-in of the last 15 minutes. Sign in in a new tab; then this page goes on.',
  signInAgain: 'Sign in',
  waitingForSignIn: 'Waiting for the sign-in…',
  otherPersonTitle: 'Somebody else signed in',
  signedInNow: (email: string) =>
    `This browser is signed in as ${email} now. Reload to see the pages of that person.`,
  otherPerson: 'The new session is of another person or organization. Reload to see its pages.',
  cookiesOff: 'Scangate needs cookies to know who you are. Allow them for this address, then reload.',
  clockTitle: 'The clock of this machine is wrong',
  clock: (behindMs: number) =>
    `It is ${difference(behindMs)} ${behindMs > 0 ? 'behind' : 'ahead'}. Times here follow the service.`,
  chunkOfflineTitle: 'This page needs a network',
  chunkOffline: 'It was not opened before. Reload it once you are online; what you entered is kept.',
});
