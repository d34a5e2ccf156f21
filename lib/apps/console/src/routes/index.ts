import type { ComponentType } from 'react';
import type { PageTitle, Section } from '@scangate/console/messages/pages.ts';
import {
  billingReaders,
  managers,
  owners,
  scanners,
  type Requirement,
} from '@scangate/console/session/permissions.ts';

export interface PageEntry extends Requirement {
  /** Below `/console/o/{organizationId}/`; `$name` is a parameter. */
  path: string;
  title: PageTitle;
  /** The place in the navigation; absent for a page that another page leads to. */
  section?: Section;
  load: () => Promise<{ default: ComponentType }>;
}

/** Every page of an organization, in the order of the navigation. */
export const pages = [
  { path: '', title: 'overview', section: 'risk', load: () => import('./overview/overview-page.tsx') },
  {
    path: 'findings',
    title: 'findings',
    section: 'risk',
    load: () => import('./findings/findings-page.tsx'),
  },
  {
    path: 'repositories',
    title: 'repositories',
    section: 'risk',
    load: () => import('./repositories/repositories-page.tsx'),
  },
  {
    path: 'repositories/$repositoryId',
    title: 'repository',
    load: () => import('./repository/repository-page.tsx'),
  },
  {
    path: 'connect-repository',
    title: 'connectRepository',
    roles: managers,
    load: () => import('./connect-repository/connect-repository-page.tsx'),
  },
  { path: 'scans', title: 'scans', section: 'risk', load: () => import('./scans/scans-page.tsx') },
  {
    path: 'new-scan',
    title: 'newScan',
    roles: scanners,
    load: () => import('./new-scan/new-scan-page.tsx'),
  },
  { path: 'scans/$scanId', title: 'scan', load: () => import('./scan/scan-page.tsx') },
  {
    path: 'inventory',
    title: 'inventory',
    section: 'risk',
    load: () => import('./inventory/inventory-page.tsx'),
  },
  { path: 'waivers', title: 'waivers', section: 'risk', load: () => import('./waivers/waivers-page.tsx') },
  { path: 'policy', title: 'policy', section: 'risk', load: () => import('./policy/policy-page.tsx') },
  {
    path: 'billing',
    title: 'billing',
    section: 'money',
    roles: billingReaders,
    load: () => import('./billing/billing-page.tsx'),
  },
  {
    path: 'members',
    title: 'members',
    section: 'organization',
    roles: managers,
    load: () => import('./members/members-page.tsx'),
  },
  {
    path: 'tokens',
    title: 'tokens',
    section: 'organization',
    capability: 'api',
    load: () => import('./tokens/tokens-page.tsx'),
  },
  {
    path: 'sso',
    title: 'sso',
    section: 'organization',
    roles: owners,
    capability: 'sso_basic',
    load: () => import('./sso/sso-page.tsx'),
  },
  {
    path: 'audit',
    title: 'audit',
    section: 'organization',
    roles: managers,
    capability: 'audit_log',
    load: () => import('./audit/audit-page.tsx'),
  },
  {
    path: 'webhooks',
    title: 'webhooks',
    section: 'organization',
    roles: managers,
    capability: 'webhooks',
    load: () => import('./webhooks/webhooks-page.tsx'),
  },
  {
    path: 'webhooks/$webhookId',
    title: 'webhook',
    roles: managers,
    capability: 'webhooks',
    load: () => import('./webhooks/webhook-page.tsx'),
  },
  {
    path: 'integrations/$integrationId',
    title: 'integration',
    roles: managers,
    capability: 'issue_trackers',
    load: () => import('./integrations/integration-page.tsx'),
  },
  {
    path: 'packs',
    title: 'auditorPacks',
    section: 'organization',
    capability: 'proof_export',
    load: () => import('./evidence/evidence-page.tsx'),
  },
  {
    path: 'packs/$packId',
    title: 'auditorPack',
    roles: managers,
    capability: 'auditor_export',
    load: () => import('./evidence/auditor-pack-page.tsx'),
  },
  {
    path: 'bundles',
    title: 'bundles',
    section: 'organization',
    capability: 'bundles',
    load: () => import('./bundles/bundles-page.tsx'),
  },
  {
    path: 'bundles/$bundleId',
    title: 'bundle',
    capability: 'bundles',
    load: () => import('./bundles/bundle-page.tsx'),
  },
  {
    path: 'settings',
    title: 'settings',
    section: 'organization',
    load: () => import('./settings/settings-page.tsx'),
  },
  { path: 'you', title: 'you', load: () => import('./you/you-page.tsx') },
] as const satisfies readonly PageEntry[];

export type PagePath = (typeof pages)[number]['path'];

type ParameterOf<P extends string> = P extends `${infer Head}/${infer Rest}`
  ? ParameterOf<Head> | ParameterOf<Rest>
  : P extends `$${infer Name}`
    ? Name
    : never;

/** The parameters of a path: `{ scanId: string }` for `scans/$scanId`. */
export type PageParams<P extends PagePath = PagePath> = Record<ParameterOf<P>, string>;
