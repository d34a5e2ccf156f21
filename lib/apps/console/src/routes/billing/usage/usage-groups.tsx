import { useMemo, type ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { sourceName } from '@scangate/console/messages/billing/history.ts';
import { usageMessages } from '@scangate/console/messages/billing/usage.ts';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { UsageGroup } from './credits-view.tsx';

type Grouping = 'repository' | 'person' | 'trigger';

const nameOf = (group: UsageGroup): string | undefined => {
  if (group.sourceTrigger !== undefined) return sourceName(group.sourceTrigger);
  return group.fullName ?? group.email ?? group.repositoryId ?? group.personId;
};

const keyOf = ({ repositoryId, personId, sourceTrigger, organizationId }: UsageGroup): string =>
  [repositoryId, personId, sourceTrigger, organizationId].join(' ');

const columnsFor = (by: Grouping): readonly Column<UsageGroup>[] => [
  {
    key: 'name',
    title: usageMessages[by],
    cell: (group) => <Text value={nameOf(group) ?? usageMessages.unknownKey} cut="middle" />,
  },
  {
    key: 'consumed',
    title: usageMessages.used,
    align: 'end',
    width: '7rem',
    cell: ({ consumed }) => number(consumed),
  },
  {
    key: 'refunded',
    title: usageMessages.refunded,
    align: 'end',
    width: '7rem',
    cell: ({ refunded }) => number(refunded),
  },
  { key: 'net', title: usageMessages.net, align: 'end', width: '7rem', cell: ({ net }) => number(net) },
];

/** Lists who or what used the credits, the most first. */
export const UsageGroups = ({
  groups,
  by,
}: {
  groups: readonly UsageGroup[];
  by: Grouping;
}): ReactElement => {
  const columns = useMemo(() => columnsFor(by), [by]);
  return <Table label={usageMessages.groups} columns={columns} rows={groups} rowKey={keyOf} />;
};
