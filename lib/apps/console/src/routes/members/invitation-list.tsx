import type { ItemOf } from '@scangate/client';
import { useMemo, useState, type ReactElement } from 'react';
import { roleName } from '@scangate/console/messages/capabilities.ts';
import { memberMessages } from '@scangate/console/messages/organization/members.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useList } from '@scangate/console/session/use-list.ts';

type Invitation = ItemOf<'list-invitations'>;

const columnsFor = (withdraw: (invitation: Invitation) => void): readonly Column<Invitation>[] => [
  { key: 'email', title: memberMessages.email, cell: ({ email }) => <Text value={email} /> },
  { key: 'role', title: memberMessages.role, width: '6rem', cell: ({ role }) => roleName(role) },
  {
    key: 'invited',
    title: memberMessages.invited,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ createdAt }) => <Instant at={createdAt} />,
  },
  {
    key: 'expires',
    title: memberMessages.expires,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ expiresAt }) => <Instant at={expiresAt} />,
  },
  {
    key: 'actions',
    title: memberMessages.actions,
    width: '7rem',
    cell: (invitation) => (
      <Button kind="quiet" onClick={() => withdraw(invitation)}>
        {memberMessages.withdraw}
      </Button>
    ),
  },
];

const WithdrawDialog = ({
  invitation,
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}): ReactElement => {
  const withdraw = useApiAction('withdraw-invitation', {
    invalidates: ['list-invitations'],
    onDone: onClose,
  });
  const { invitationId, email } = invitation;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={memberMessages.withdrawTitle(email)}
      confirm={memberMessages.withdraw}
      onConfirm={() => void withdraw.run({ params: { invitationId } })}
      busy={withdraw.isBusy}
      problem={withdraw.problem}
    >
      {memberMessages.withdrawText}
    </ConfirmDialog>
  );
};

/** The invitations that wait for their sign-in. */
export const InvitationList = (): ReactElement => {
  const [withdrawn, setWithdrawn] = useState<Invitation>();
  const list = useList('list-invitations', { query: { limit: 100 } });
  const columns = useMemo(() => columnsFor(setWithdrawn), []);
  return (
    <Panel
      title={memberMessages.invitations}
      reading={list}
      rows={2}
      isEmpty={(items) => items.length === 0 && !list.hasNextPage}
      empty={<Empty title={memberMessages.noInvitations}>{memberMessages.noInvitationsHelp}</Empty>}
    >
      {(items) => (
        <>
          <Table
            label={memberMessages.invitations}
            columns={columns}
            rows={items}
            rowKey={({ invitationId }) => invitationId}
            onEnd={list.onEnd}
          />
          {withdrawn && <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(undefined)} />}
        </>
      )}
    </Panel>
  );
};
