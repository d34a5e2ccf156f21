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
  skip: 'Skip to content',
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
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  credits: 'Core credits',
  creditsText: (available: number) => `${number(available)} left`,
  creditsStates: { ok: 'enough', low: 'running low', empty: 'used up' },
  holdTitle: 'A payment failed: scans are on hold',
  hold: (invoices: number, since: string) =>
    `The payment failed ${since}. Billable work resumes once ${plural(invoices, 'open invoice is', 'open invoices are')} paid.`,
  holdSince: (since: string) =>
    `The payment failed ${since}. Billable work resumes once the open invoices are paid.`,
  payNow: 'See open invoices',
  askToPay: 'Ask an owner or a billing owner to pay.',
  offlineTitle: 'You are offline',
  offline: 'This page may be out of date. Nothing is sent now, or automatically later.',
  otherTitle: (name: string) => `You are signed in to ${name}`,
  otherMember: (name: string) => `This page belongs to ${name}.`,
  otherUnknown: 'This page belongs to another organization, of which you are not a member.',
  switchQuestion: (name: string) => `Switch to ${name}?`,
  stay: (name: string) => `Stay in ${name}`,
  notFoundTitle: 'Page not found',
  notFound: 'The address may be mistyped, or the page may have been renamed.',
  toOverview: 'Go to the overview',
  chunkTitle: 'A new version is available',
  chunk: 'This page is from an older version. Reload it; your input is kept.',
  reload: 'Reload',
  crashedTitle: 'This page failed',
  bootFailedTitle: 'Scangate is not responding',
  sessionEndedTitle: 'Your session has ended',
  sessionEnded: 'Sign in again in a new tab. This page keeps its state and then continues.',
  recentTitle: 'Confirm that it is you',
  recent: 'This needs a sign-in within the last 15 minutes. Sign in in a new tab; then this page continues.',
  signInAgain: 'Sign in',
  waitingForSignIn: 'Waiting for you to sign in…',
  otherPersonTitle: 'Somebody else signed in',
  signedInNow: (email: string) =>
    `This browser is signed in as ${email} now. Reload to see this person’s pages.`,
  otherPerson: 'The new session belongs to another person or organization. Reload to see its pages.',
  cookiesOff: 'Scangate needs cookies to sign you in. Allow them for this site, then reload.',
  clockTitle: 'Your computer’s clock is wrong',
  clock: (behindMs: number) =>
    `It is ${difference(behindMs)} ${behindMs > 0 ? 'behind' : 'ahead'}. Times shown here use the service’s clock.`,
  chunkOfflineTitle: 'This page needs a connection',
  chunkOffline: 'It has not been loaded before. Reload it once you are online; your input is kept.',
});
