import type { ReactElement } from 'react';
import { roleName } from '@scangate/console/messages/capabilities.ts';
import { actionName } from '@scangate/console/messages/organization/audit-actions.ts';
import { auditMessages } from '@scangate/console/messages/organization/audit.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { People } from '@scangate/console/session/use-people.ts';
import { actorName } from './actor-name.ts';
import type { AuditEvent } from './audit-page.tsx';
import { differencesOf, type Difference } from './differences.ts';

const Value = ({ value }: { value: string | undefined }): ReactElement =>
  value === undefined ? <>{auditMessages.none}</> : <Text value={value} />;

const columns: readonly Column<Difference>[] = [
  { key: 'field', title: auditMessages.field, cell: ({ field }) => <Text value={field} /> },
  { key: 'before', title: auditMessages.before, cell: ({ before }) => <Value value={before} /> },
  { key: 'after', title: auditMessages.after, cell: ({ after }) => <Value value={after} /> },
];

interface EventDialogProps {
  event: AuditEvent;
  people: People;
  onClose: () => void;
}

/** One event: who, when, and each field before and after. */
export const EventDialog = ({ event, people, onClose }: EventDialogProps): ReactElement => {
  const { at, action, actor, target, before, after, eventId } = event;
  const differences = differencesOf(before, after);
  return (
    <Dialog open size="large" onClose={onClose} title={actionName(action)}>
      <Stack gap={4}>
        <KeyValue
          items={[
            { label: auditMessages.at, value: <Instant at={at} mode="absolute" /> },
            { label: auditMessages.actor, value: <Text value={actorName(actor, people)} /> },
            ...(actor.kind === 'person' && actor.role !== undefined
              ? [{ label: auditMessages.role, value: roleName(actor.role) }]
              : []),
            ...(target === undefined
              ? []
              : [{ label: auditMessages.target, value: <Text value={target} /> }]),
            { label: auditMessages.event, value: <Text value={eventId} /> },
          ]}
        />
        {differences.length === 0 ? (
          <p>{auditMessages.noDetails}</p>
        ) : (
          <Table
            label={auditMessages.details}
            columns={columns}
            rows={differences}
            rowKey={({ field }) => field}
          />
        )}
      </Stack>
    </Dialog>
  );
};
