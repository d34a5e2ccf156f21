import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { isMissingChunk } from './missing-chunk.ts';

/** In place of a page that failed. After a new deployment it offers the reload that brings the new files. */
export const CrashPanel = ({ error, title }: { error: unknown; title?: string }): ReactElement => {
  const reload = <Button onClick={() => window.location.reload()}>{frameMessages.reload}</Button>;
  return (
    <Page title={title ?? frameMessages.crashedTitle}>
      {isMissingChunk(error) ? (
        <Banner tone="warning" title={frameMessages.chunkTitle} actions={reload}>
          {frameMessages.chunk}
        </Banner>
      ) : (
        <ProblemPanel error={error} onRetry={() => window.location.reload()} />
      )}
    </Page>
  );
};
