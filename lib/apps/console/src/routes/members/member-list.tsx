import type { BodyOfResponse, ItemOf } from '@scangate/client';
import { useMemo, useState, type ReactElement } from 'react';
import { roleName } from '@scangate/console/messages/capabilities.ts';
import { memberMessages } from '@scangate/console/messages/organization/members.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { PagedTable } from '@scangate/console/parts/tables/paged-table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useList } from '@scangate/console/session/use-list.ts';
import { MemberDialog, type MemberAction } from './member-dialog.tsx';
import { MemberMenu } from './member-menu.tsx';
import { RemovedBanner } from './removed-banner.tsx';

export type Member = ItemOf<'list-members'>;
type Removed = BodyOfResponse<'remove-member', 200>;

const columnsFor = (ownId: string, onAct: (act: MemberAction) => void): readonly Column<Member>[] => [
  {
    key: 'person',
    title: memberMessages.person,
    cell: ({ email, personId }) => (
      <Row>
        <Text value={email} />
        {personId === ownId && <StatusBadge tone="muted">{memberMessages.you}</StatusBadge>}
      </Row>
    ),
  },
  { key: 'role', title: memberMessages.role, width: '6rem', cell: ({ role }) => roleName(role) },
  {
    key: 'joined',
    title: memberMessages.joined,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ joinedAt }) => <Instant at={joinedAt} mode="day" />,
  },
  {
    key: 'digest',
    title: memberMessages.digest,
    width: '8rem',
    hideBelow: 'narrow',
    cell: ({ role, advisoryDigest }) => {
      if (!managers.includes(role)) return null;
      return advisoryDigest === 'daily' ? memberMessages.digestDaily : memberMessages.digestOff;
    },
  },
  {
    key: 'actions',
    title: memberMessages.actions,
    width: '5rem',
    cell: (member) => <MemberMenu member={member} onAct={onAct} />,
  },
];

export const MemberList = (): ReactElement => {
  const { person } = useSession();
  const [act, setAct] = useState<MemberAction>();
  const [removed, setRemoved] = useState<{ email: string; ended: Removed }>();
  const list = useList('list-members', { query: { limit: 100 } });
  const columns = useMemo(() => columnsFor(person.personId, setAct), [person.personId]);
  return (
    <Panel title={memberMessages.members} reading={list} rows={4}>
      {(members) => (
        <>
          {removed && <RemovedBanner {...removed} />}
          <PagedTable
            list={list}
            label={memberMessages.members}
            columns={columns}
            rows={members}
            rowKey={({ personId }) => personId}
            onEnd={list.onEnd}
          />
          {act && (
            <MemberDialog
              act={act}
              onClose={() => setAct(undefined)}
              onRemoved={(ended) => setRemoved({ email: act.member.email, ended })}
            />
          )}
        </>
      )}
    </Panel>
  );
};
