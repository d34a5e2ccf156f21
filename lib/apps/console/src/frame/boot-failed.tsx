import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { CenteredPage } from './centered-page.tsx';

/** Shown instead of every page when the service cannot be asked for the session. */
export const BootFailed = ({ boot }: { boot: { error: unknown; retry: () => void } }): ReactElement => (
  <CenteredPage title={frameMessages.bootFailedTitle}>
    <ProblemPanel error={boot.error} onRetry={boot.retry} />
  </CenteredPage>
);
