import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { basePath } from '@scangate/console/parts/actions/page-href.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';

/** An address without a page. */
export const NotFound = (): ReactElement => (
  <Page title={frameMessages.notFoundTitle}>
    <Empty title={frameMessages.notFound} action={<a href={`${basePath}/`}>{frameMessages.toOverview}</a>} />
  </Page>
);

/** The same where no frame is around it. */
export const NotFoundAlone = (): ReactElement => (
  <main>
    <NotFound />
  </main>
);
