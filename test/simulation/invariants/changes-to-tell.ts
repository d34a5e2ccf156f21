import type { EventType } from '@scangate/domain/events/event-types';
import type { RowChange } from '../cloud/database/database.ts';
import type { Item } from '../cloud/database/values.ts';

type Row = Item | undefined;

/** A change of a row that an event has to tell in the same commit. */
interface ChangeToTell {
  type: EventType;
  /** The beginning of the sort key; of tokens, which have none, it is empty. */
  row: string;
  is: (before: Row, after: Row) => boolean;
}

/** Whether a field gets a value that it did not have. */
const becomes =
  (field: string, value: string): ChangeToTell['is'] =>
  (before, after) =>
    after?.[field] === value && before?.[field] !== value;

/** Whether a field is set that was absent. */
const isSet =
  (field: string): ChangeToTell['is'] =>
  (before, after) =>
    before !== undefined && before[field] === undefined && after?.[field] !== undefined;

const isPresent = (row: Row): boolean => row !== undefined && row['removedAt'] === undefined;

const unpaidOf = (row: Row): number => (row?.['unpaidInvoices'] as unknown[] | undefined)?.length ?? 0;

const isListedToken = (row: Row): boolean => row?.['kind'] === 'service' || row?.['kind'] === 'personal';

const changesToTell: readonly ChangeToTell[] = [
  { type: 'scan.completed', row: 'SCAN#', is: becomes('status', 'completed') },
  { type: 'scan.failed', row: 'SCAN#', is: becomes('status', 'failed') },
  { type: 'scan.cancelled', row: 'SCAN#', is: becomes('status', 'cancelled') },
  { type: 'waiver.requested', row: 'WAIVER#', is: becomes('status', 'requested') },
  { type: 'waiver.approved', row: 'WAIVER#', is: becomes('status', 'approved') },
  { type: 'repository.connected', row: 'REPO#', is: (before, after) => !before && after !== undefined },
  { type: 'repository.disconnected', row: 'REPO#', is: isSet('disconnectedAt') },
  {
    type: 'member.joined',
    row: 'MEMBER#',
    is: (before, after) => !isPresent(before) && isPresent(after),
  },
  {
    type: 'member.removed',
    row: 'MEMBER#',
    is: (before, after) => isPresent(before) && after !== undefined && !isPresent(after),
  },
  {
    type: 'plan.changed',
    row: 'ACCOUNT',
    is: (before, after) => before !== undefined && after !== undefined && before['plan'] !== after['plan'],
  },
  {
    type: 'payment.failed',
    row: 'ACCOUNT',
    is: (before, after) => unpaidOf(after) > unpaidOf(before),
  },
  {
    type: 'payment.resolved',
    row: 'ACCOUNT',
    is: (before, after) => unpaidOf(before) > 0 && after !== undefined && unpaidOf(after) === 0,
  },
  { type: 'token.issued', row: '', is: (before, after) => !before && isListedToken(after) },
  {
    type: 'token.revoked',
    row: '',
    is: (before, after) => isListedToken(after) && isSet('revokedAt')(before, after),
  },
];

/** The sort key up to its first id. */
const kindOf = (sortKey: string | undefined): string => {
  const end = sortKey?.indexOf('#') ?? -1;
  return end < 0 ? (sortKey ?? '') : (sortKey ?? '').slice(0, end + 1);
};

const byRow = Map.groupBy(changesToTell, ({ row }) => row);

/** The organization of a row, as the partition of its events. */
const listenerOf = ({ pk, organizationId }: Item): string =>
  `ORG#${typeof organizationId === 'string' ? organizationId : String(pk).split('#', 2)[1]}`;

/** Returns the types of the events that have to come with a change, and the partition that they are in. */
export const toTell = ({ before, after }: RowChange): { types: EventType[]; listener: string } => {
  const row = after ?? before ?? {};
  const found = byRow.get(kindOf(row['sk'] as string | undefined)) ?? [];
  return {
    types: found.filter(({ is }) => is(before, after)).map(({ type }) => type),
    listener: listenerOf(row),
  };
};
