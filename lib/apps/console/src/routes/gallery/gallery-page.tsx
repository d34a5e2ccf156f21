import type { ReactElement } from 'react';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';

/** Every part in every state, in local builds alone. */
export default function GalleryPage(): ReactElement {
  return <Page title={pageTitles.gallery} />;
}
