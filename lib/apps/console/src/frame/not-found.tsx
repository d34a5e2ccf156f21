import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { basePath } from '@scangate/console/parts/actions/page-href.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';

/** Shown for an address without a page. */
export const NotFound = (): ReactElement => (
  <Page title={frameMessages.notFoundTitle}>
    <Empty title={frameMessages.notFound} action={<a href={`${basePath}/`}>{frameMessages.toOverview}</a>} />
  </Page>
);

/** The same page outside of the frame. */
export const NotFoundAlone = (): ReactElement => (
  <main>
    <NotFound />
  </main>
);
