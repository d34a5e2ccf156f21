import { useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { repositoriesMessages, repositoryMessages } from '@scangate/console/messages/gate/repositories.ts';
import { reasonWords, wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { useMove } from '@scangate/console/parts/actions/use-move.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { VerdictBadge } from '@scangate/console/parts/status/badge.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { billingManagers, isPermitted, managers, scanners } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { BadgePanel } from './badge-panel.tsx';
import { CiPanel } from './ci-panel.tsx';
import { CredentialPanel } from './credential-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import type { RepositoryDetail } from './repository-detail.ts';
import { SettingsPanel } from './settings-panel.tsx';
import { UnitsPanel } from './units-panel.tsx';

const Latest = ({ repository: { latest } }: { repository: RepositoryDetail }): ReactElement => (
  <Panel title={repositoryMessages.latest}>
    {latest ? (
      <Row gap={3}>
        <VerdictBadge verdict={latest.verdict} />
        <span>{reasonWords(latest.reason)}</span>
        <Instant at={latest.finishedAt} />
        <Link to="scans/$scanId" params={{ scanId: latest.scanId }}>
          {repositoryMessages.openScan}
        </Link>
      </Row>
    ) : (
      <Empty title={repositoryMessages.neverScanned}>{repositoryMessages.neverScannedHelp}</Empty>
    )}
  </Panel>
);

/** After a downgrade the plan covers the repositories that were connected first. */
const NotScannable = (): ReactElement => {
  const canBuy = isPermitted({ roles: billingManagers, notForClients: true }, useSession());
  return (
    <Banner
      tone="warning"
      title={repositoryMessages.notScannable}
      actions={
        canBuy && (
          <Link to="billing" search={{ tab: 'plan' }} kind="button">
            {repositoryMessages.changePlan}
          </Link>
        )
      }
    >
      {repositoryMessages.notScannableHelp}
    </Banner>
  );
};

const Disconnect = ({ repository }: { repository: RepositoryDetail }): ReactElement => {
  const { repositoryId, fullName } = repository;
  const [isOpen, setOpen] = useState(false);
  const { organizationId } = useSession().organization;
  const { moveTo } = useMove();
  const act = useApiAction('disconnect-repository', {
    invalidates: ['list-repositories'],
    onDone: () => moveTo(pageHref(organizationId, { to: 'repositories' })),
  });
  return (
    <Panel title={repositoryMessages.danger}>
      <p>{repositoryMessages.disconnectText}</p>
      <Row>
        <Button kind="danger" onClick={() => setOpen(true)}>
          {repositoryMessages.disconnect}
        </Button>
      </Row>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={repositoryMessages.disconnectTitle}
        confirm={repositoryMessages.disconnect}
        danger
        typeToConfirm={fullName}
        busy={act.isBusy}
        problem={act.problem}
        onConfirm={() => void act.run({ params: { repositoryId } })}
      >
        {repositoryMessages.disconnectText}
      </ConfirmDialog>
    </Panel>
  );
};

const Facts = ({ repository }: { repository: RepositoryDetail }): ReactElement => (
  <KeyValue
    items={[
      { label: repositoriesMessages.host, value: wordFor(repositoriesMessages.hosts, repository.provider) },
      { label: repositoryMessages.url, value: <Text value={repository.url} /> },
      { label: repositoryMessages.defaultBranch, value: <Text value={repository.defaultBranch} /> },
      {
        label: repositoryMessages.reviewedBranches,
        value: <Text value={repository.reviewedBranches?.join(', ') ?? repositoryMessages.noReviewed} />,
      },
      { label: repositoryMessages.connectedAt, value: <Instant at={repository.connectedAt} mode="day" /> },
    ]}
  />
);

/** One repository: its verdict, what it consists of, and for owners and admins how it is connected. */
export default function RepositoryPage(): ReactElement {
  const { repositoryId = '' } = useParams({ strict: false }) as { repositoryId?: string };
  const session = useSession();
  const reading = useRead('get-repository', { params: { repositoryId } });
  const { data } = reading;
  const canManage = isPermitted({ roles: managers }, session);
  return (
    <Page
      title={data ? markedText(data.fullName) : repositoriesMessages.name}
      actions={
        data && (
          <>
            <Link to="scans" search={{ repositoryId }} kind="button">
              {repositoryMessages.scans}
            </Link>
            {isPermitted({ roles: scanners }, session) && (
              <Link to="new-scan" search={{ repositoryId, branch: data.defaultBranch }} kind="primary">
                {repositoryMessages.scan}
              </Link>
            )}
          </>
        )
      }
    >
      <Panel reading={reading} rows={8}>
        {(repository) => (
          <Stack gap={6}>
            {!repository.scannable && <NotScannable />}
            <Latest repository={repository} />
            <Facts repository={repository} />
            <UnitsPanel units={repository.projectUnits} />
            <HistoryPanel repositoryId={repositoryId} canScan={isPermitted({ roles: scanners }, session)} />
            {canManage && <CredentialPanel repository={repository} />}
            {canManage && <SettingsPanel repository={repository} refetch={reading.refetch} />}
            <BadgePanel repository={repository} canManage={canManage} />
            <CiPanel />
            {canManage && <Disconnect repository={repository} />}
          </Stack>
        )}
      </Panel>
    </Page>
  );
}
