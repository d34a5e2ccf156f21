import type { ReactElement } from 'react';
import { utcDay } from '@scangate/console/messages/calendar.ts';
import { number } from '@scangate/console/messages/format.ts';
import { signed } from '@scangate/console/messages/money.ts';
import { usageMessages } from '@scangate/console/messages/billing/usage.ts';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import type { UsageDay } from './credits-view.tsx';

const column = (
  key: keyof UsageDay & keyof typeof usageMessages,
  write: (value: number) => string,
): Column<UsageDay> => ({
  key,
  title: usageMessages[key] as string,
  align: 'end',
  width: '5rem',
  cell: (day) => write(Number(day[key])),
});

const columns: readonly Column<UsageDay>[] = [
  { key: 'day', title: usageMessages.day, width: '7rem', cell: ({ day }) => utcDay(day) },
  { ...column('opening', number), hideBelow: 'narrow' },
  { ...column('consumed', number), title: usageMessages.used },
  { ...column('granted', number), hideBelow: 'narrow' },
  { ...column('refunded', number), hideBelow: 'narrow' },
  { ...column('expired', number), hideBelow: 'narrow' },
  { ...column('adjusted', signed), hideBelow: 'narrow' },
  column('closing', number),
];

const changes = ['consumed', 'granted', 'refunded', 'expired', 'adjusted'] as const;

const isChanged = (day: UsageDay): boolean => changes.some((name) => day[name] !== 0);

/** Whether a report has anything to show: a group, or a day on which a balance changed or was not 0. */
export const isUsed = (items: readonly object[]): boolean =>
  items.some((item) => !('day' in item) || isChanged(item as UsageDay) || (item as UsageDay).closing !== 0);

/** The days on which a balance changed, the latest first. */
export const UsageDays = ({ days }: { days: readonly UsageDay[] }): ReactElement => (
  <Table
    label={usageMessages.byDay}
    columns={columns}
    rows={days.filter(isChanged).toReversed()}
    rowKey={({ day }) => day}
  />
);
