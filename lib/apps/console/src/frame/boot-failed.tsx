import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { CenteredPage } from './centered-page.tsx';

/** In place of every page while the service does not say who is signed in. */
export const BootFailed = ({ boot }: { boot: { error: unknown; retry: () => void } }): ReactElement => (
  <CenteredPage title={frameMessages.bootFailedTitle}>
    <ProblemPanel error={boot.error} onRetry={boot.retry} />
  </CenteredPage>
);
