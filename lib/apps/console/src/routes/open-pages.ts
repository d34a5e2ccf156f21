import type { ComponentType } from 'react';

export interface OpenPage {
  /** Below `/console/`. */
  path: string;
  /** Shows the sign-in in place of the page until the person is signed in. */
  needsSession?: boolean;
  load: () => Promise<{ default: ComponentType }>;
}

const gallery: readonly OpenPage[] =
  import.meta.env.MODE === 'production'
    ? []
    : [{ path: 'gallery', load: () => import('./gallery/gallery-page.tsx') }];

/** The pages that belong to no organization. */
export const openPages: readonly OpenPage[] = [
  { path: 'billing', needsSession: true, load: () => import('./billing/return-page.tsx') },
  { path: 'device', needsSession: true, load: () => import('./device/device-page.tsx') },
  { path: 'invitation', load: () => import('./invitation/invitation-page.tsx') },
  { path: 'shared', load: () => import('./auditor-pack-link/auditor-pack-link-page.tsx') },
  { path: 'signed-in', load: () => import('./signed-in/signed-in-page.tsx') },
  ...gallery,
];
