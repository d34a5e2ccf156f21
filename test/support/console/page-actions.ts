import type { Page } from 'playwright-core';
import { endpoints } from '#functions/api/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { Role } from '@scangate/domain/identity/roles';
import type { Capability } from '@scangate/domain/plans/plans';

type ButtonsOfPage = Readonly<Record<string, string>>;

/**
 * The buttons of pages, by the path of the page and the beginning of their name, each with the endpoint that
 * it calls.
 */
const acts: Readonly<Record<string, ButtonsOfPage>> = {
  '': { 'Scan a branch': 'create-scan', Connect: 'connect-repository' },
  repositories: { Connect: 'connect-repository' },
  'repositories/$repositoryId': {
    Scan: 'create-scan',
    'Add credential': 'change-repository',
    'Save settings': 'change-repository',
    'Count the history': 'quote-history-scan',
    'Create badge': 'create-badge',
    'Disconnect repository': 'disconnect-repository',
  },
  'connect-repository': { 'Test access': 'check-repository' },
  scans: { 'New scan': 'create-scan', 'Scan a branch': 'create-scan' },
  'new-scan': { Scan: 'create-scan' },
  'scans/$scanId': { 'Judge again': 'rejudge-scan', Cancel: 'cancel-scan' },
  policy: {
    'Add exception': 'change-gate',
    'Save policy': 'change-gate',
    Simulate: 'simulate-gate',
    'Try rules': 'simulate-rules',
    'Save rules': 'change-rules',
    'Remove own/': 'change-rules',
  },
  billing: {
    'Turn auto-renew': 'set-auto-renew',
    Review: 'preview-change',
    'Cancel the add-on': 'cancel-sast-addon',
    'Open payment method': 'open-portal',
    'Enter billing details': 'set-billing-details',
    'Edit billing details': 'set-billing-details',
    Redeem: 'redeem-coupon',
  },
  members: { Invite: 'create-invitation', 'Actions for': 'change-member' },
  you: { 'End all others': 'end-sessions' },
  tokens: { 'New token': 'issue-token' },
  sso: { 'Add domain': 'add-domain', Save: 'set-sso' },
  webhooks: { 'New webhook': 'create-webhook' },
  packs: { Request: 'request-auditor-pack' },
  bundles: { 'New bundle': 'create-bundle' },
  settings: { Save: 'change-organization', 'Show exports': 'start-export', Erase: 'close-organization' },
};

/** A locked page or panel leads to the plans, for whoever may buy one. */
const actsOfAnyPage: ButtonsOfPage = { 'Change plan': 'preview-change' };

/** A person as the service sees them when it permits or refuses a request. */
export interface Caller {
  role: Role;
  isClient: boolean;
  capabilities: readonly Capability[];
}

export const isPermitted = (name: string, { role, isClient, capabilities }: Caller): boolean => {
  const endpoint = (endpoints as readonly EndpointSpec[]).find((one) => one.name === name);
  if (!endpoint) throw new Error(`there is no endpoint ${name}`);
  if (endpoint.managedByParent === true && isClient) return false;
  const { capability } = endpoint;
  return endpoint.roles.includes(role) && (capability === undefined || capabilities.includes(capability));
};

const shownButtons = `[...document.querySelectorAll('main button, main a[class*="button"]')]
  .filter((one) => one.checkVisibility() && one.getAttribute('role') !== 'tab' && !one.matches(':disabled'))
  .map((one) => (one.getAttribute('aria-label') ?? one.innerText).trim())`;

/** Buttons that only show, copy, filter or print, and those of the person themselves, by the beginning of their names. */
const forEverybody = [
  'Copy',
  'Print',
  'Compare',
  'Find',
  'Show',
  'Hide',
  'All scans',
  'Open scans',
  'Organization id',
  'Retry',
  'Sign out',
  'Delete my account',
  'Actions for local',
  'Severity',
  'Kind',
  'State',
  'Status',
  'Verdict',
];

interface PageActs {
  /** The endpoints that the buttons lead to. */
  offered: string[];
  /** Buttons that lead to what the service refuses. */
  refused: string[];
  /** Buttons of which this table knows nothing. */
  unknown: string[];
}

/** Compares the buttons of a page with the roles and capabilities of the endpoints that they call. */
export const actsOf = async (page: Page, path: string, caller: Caller): Promise<PageActs> => {
  const shown = await page.evaluate<string[]>(shownButtons);
  const ofPage = Object.entries({ ...acts[path], ...actsOfAnyPage });
  const known = shown.map((name) => ({
    name,
    act: ofPage.find(([beginning]) => name.startsWith(beginning)),
  }));
  const isForEverybody = (name: string): boolean =>
    forEverybody.some((beginning) => name.startsWith(beginning));
  return {
    offered: [...new Set(known.flatMap(({ act }) => (act ? [act[1]] : [])))].toSorted(),
    refused: known.flatMap(({ name, act }) =>
      act && !isPermitted(act[1], caller) ? [`refused: ${name}, ${act[1]}`] : [],
    ),
    unknown: known.flatMap(({ name, act }) => (act || isForEverybody(name) ? [] : [`unknown: ${name}`])),
  };
};
