import { ConnectionLost } from '@scangate/client';
import type { ReactElement } from 'react';
import { galleryMessages } from '@scangate/console/messages/gallery.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { ConflictPanel } from '@scangate/console/parts/status/conflict-panel.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { Forbidden, Locked, ManagedByParent } from '@scangate/console/parts/status/locked.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { Skeleton } from '@scangate/console/parts/status/skeleton.tsx';
import { sampleProblems } from './samples.ts';

const nothing = (): void => undefined;

const Refusals = (): ReactElement => (
  <Panel title={galleryMessages.refusals}>
    {sampleProblems.map((problem) => (
      <ProblemPanel key={problem.code} error={problem} onRetry={nothing} />
    ))}
    <ProblemPanel error={new ConnectionLost('')} onRetry={nothing} />
    <ProblemPanel error={new Error('')} onRetry={nothing} />
    <ConflictPanel
      fields={[
        {
          label: galleryMessages.choice,
          yours: galleryMessages.mine,
          theirs: galleryMessages.old,
          changedBy: 'both',
        },
        { label: galleryMessages.days, yours: '30', theirs: '90', changedBy: 'them' },
      ]}
      onTakeTheirs={nothing}
      onSendAgain={nothing}
    />
  </Panel>
);

export const StateSection = (): ReactElement => (
  <>
    <Panel title={galleryMessages.banners}>
      <Banner title={galleryMessages.info} />
      <Banner tone="warning" title={galleryMessages.offline}>
        {galleryMessages.offlineText}
      </Banner>
      <Banner
        tone="danger"
        title={galleryMessages.danger}
        actions={<Button>{galleryMessages.emptyAction}</Button>}
      >
        {galleryMessages.offlineText}
      </Banner>
    </Panel>
    <Panel title={galleryMessages.states}>
      <Skeleton rows={3} />
      <Empty
        title={galleryMessages.emptyTitle}
        action={<Button kind="primary">{galleryMessages.emptyAction}</Button>}
      >
        {galleryMessages.empty}
      </Empty>
      <Locked capability="webhooks" />
      <Forbidden roles={['owner', 'admin']} />
      <ManagedByParent />
    </Panel>
    <Refusals />
  </>
);
