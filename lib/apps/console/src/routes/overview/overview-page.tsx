import type { ReactElement } from 'react';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';

/** What needs a person first, then why, then what helps. */
export default function OverviewPage(): ReactElement {
  return <Page title={pageTitles.overview} />;
}
