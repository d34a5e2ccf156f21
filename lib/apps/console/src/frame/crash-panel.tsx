import { useState, type ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { useOnline } from '@scangate/console/session/browser/online.ts';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { isMissingChunk } from './missing-chunk.ts';

const reload = (): void => window.location.reload();

/**
 * Explains why a part of the console is missing. After a new deployment it offers a reload, which loads the new
 * files; without a network, a reload would not help.
 */
export const CrashReason = ({ error }: { error: unknown }): ReactElement => {
  const isOnline = useOnline();
  const [wasOffline] = useState(!isOnline);
  if (!isMissingChunk(error)) return <ProblemPanel error={error} onRetry={reload} />;
  return (
    <Banner
      tone="warning"
      title={wasOffline ? frameMessages.chunkOfflineTitle : frameMessages.chunkTitle}
      actions={isOnline && <Button onClick={reload}>{frameMessages.reload}</Button>}
    >
      {wasOffline ? frameMessages.chunkOffline : frameMessages.chunk}
    </Banner>
  );
};

/** Shown instead of a page that failed. */
export const CrashPanel = ({ error, title }: { error: unknown; title?: string }): ReactElement => (
  <Page title={title ?? frameMessages.crashedTitle}>
    <CrashReason error={error} />
  </Page>
);
