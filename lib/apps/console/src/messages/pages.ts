import { defineMessages } from './define-messages.ts';

/** The titles of pages: the heading, the entry of the navigation and the title of the tab. */
export const pageTitles = defineMessages({
  overview: 'Overview',
  findings: 'Findings',
  repositories: 'Repositories',
  repository: 'Repository',
  connectRepository: 'Connect a repository',
  scans: 'Scans',
  scan: 'Scan',
  newScan: 'New scan',
  inventory: 'Inventory',
  waivers: 'Waivers',
  policy: 'Policy',
  billing: 'Billing',
  members: 'Members',
  tokens: 'Tokens and trust',
  sso: 'Single sign-on',
  audit: 'Audit log',
  webhooks: 'Webhooks and integrations',
  auditorPacks: 'Proof and packs',
  bundles: 'Bundles',
  settings: 'Settings',
  webhook: 'Webhook',
  integration: 'Integration',
  bundle: 'Bundle',
  auditorPack: 'Auditor pack',
  you: 'You',
  device: 'Approve a command line',
  invitation: 'You are invited',
  shared: 'Auditor pack',
  signedIn: 'You are signed in',
  gallery: 'Parts',
});

export const sections = defineMessages({
  risk: 'Risk',
  money: 'Money',
  organization: 'Organization',
  account: 'Account',
});

export type PageTitle = keyof typeof pageTitles;
export type Section = keyof typeof sections;
