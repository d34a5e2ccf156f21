import type { ItemOf } from '@scangate/client';
import { useMemo, useState, type ReactElement } from 'react';
import { youMessages } from '@scangate/console/messages/you.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { Session } from '@scangate/console/session/session.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { browserName } from './browser-name.ts';

type Listed = ItemOf<'list-sessions'>;

const nameOf = ({ userAgent }: Listed): string => browserName(userAgent) ?? youMessages.unknownBrowser;

const organizationName = (session: Session, { organizationId }: Listed): string =>
  session.organizations.find((one) => one.organizationId === organizationId)?.name ?? '';

const columnsFor = (session: Session, onEnd: (listed: Listed) => void): Column<Listed>[] => [
  { key: 'browser', title: youMessages.browser, cell: (listed) => <Text value={nameOf(listed)} /> },
  {
    key: 'organization',
    title: youMessages.organization,
    cell: (listed) => <Text value={organizationName(session, listed)} cut="middle" />,
    hideBelow: 'narrow',
  },
  {
    key: 'started',
    title: youMessages.started,
    cell: ({ signedInAt, createdAt }) => <Instant at={signedInAt ?? createdAt} />,
    width: '9rem',
    hideBelow: 'narrow',
  },
  {
    key: 'used',
    title: youMessages.lastUsed,
    cell: ({ lastUsedAt, createdAt }) => <Instant at={lastUsedAt ?? createdAt} />,
    width: '9rem',
    hideBelow: 'narrow',
  },
  {
    key: 'action',
    title: youMessages.actions,
    align: 'end',
    width: '8rem',
    cell: (listed) =>
      listed.current ? (
        <StatusBadge tone="pass">{youMessages.current}</StatusBadge>
      ) : (
        <Button kind="quiet" onClick={() => onEnd(listed)}>
          {youMessages.end}
        </Button>
      ),
  },
];

/** A button that ends every other session, with its question. */
const EndOthers = (): ReactElement => {
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const act = useApiAction('end-sessions', { invalidates: ['list-sessions'], onDone: close });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{youMessages.endOthers}</Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => {
          close();
          act.reset();
        }}
        title={youMessages.endOthersTitle}
        confirm={youMessages.endOthers}
        busy={act.isBusy}
        problem={act.problem}
        onConfirm={() => void act.run()}
      >
        {youMessages.endOthersText}
      </ConfirmDialog>
    </>
  );
};

/** The live sessions of the person, each but this one with a button that ends it, and one for all of those. */
export const SessionList = (): ReactElement => {
  const session = useSession();
  const reading = useRead('list-sessions');
  const [ending, setEnding] = useState<Listed>();
  const act = useApiAction('end-own-session', {
    invalidates: ['list-sessions'],
    onDone: () => setEnding(undefined),
  });
  const columns = useMemo(() => columnsFor(session, setEnding), [session]);
  const close = (): void => {
    setEnding(undefined);
    act.reset();
  };
  return (
    <>
      <Panel
        title={youMessages.sessions}
        lead={youMessages.sessionsLead}
        reading={reading}
        rows={3}
        actions={(reading.data?.items.length ?? 0) > 1 ? <EndOthers /> : undefined}
      >
        {({ items }) => (
          <Table
            label={youMessages.sessions}
            columns={columns}
            rows={items}
            rowKey={({ sessionId }) => sessionId}
          />
        )}
      </Panel>
      <ConfirmDialog
        open={ending !== undefined}
        onClose={close}
        title={youMessages.endTitle}
        confirm={youMessages.end}
        busy={act.isBusy}
        problem={act.problem}
        onConfirm={() => ending && void act.run({ params: { sessionId: ending.sessionId } })}
      >
        {ending && youMessages.endText(markedText(nameOf(ending)))}
      </ConfirmDialog>
    </>
  );
};
