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
  /** Whether it also tells of other changes of such a row, as of other terms of a plan, or of a token of a directory. */
  isLoose?: true;
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

const isEnded = (row: Row): boolean => ['completed', 'failed', 'cancelled'].includes(String(row?.['status']));

/** A history scan that was only quoted ends without an event. */
const isEndOfHistory: ChangeToTell['is'] = (before, after) =>
  before?.['status'] === 'running' && isEnded(after);

const changesToTell: readonly ChangeToTell[] = [
  { type: 'scan.completed', row: 'SCAN#', is: becomes('status', 'completed') },
  // A verdict FAIL is told so as well.
  { type: 'scan.failed', isLoose: true, row: 'SCAN#', is: becomes('status', 'failed') },
  { type: 'scan.cancelled', row: 'SCAN#', is: becomes('status', 'cancelled') },
  { type: 'waiver.requested', row: 'WAIVER#', is: becomes('status', 'requested') },
  { type: 'waiver.approved', row: 'WAIVER#', is: becomes('status', 'approved') },
  {
    type: 'repository.connected',
    isLoose: true,
    row: 'REPO#',
    is: (before, after) => !before && after !== undefined,
  },
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
    isLoose: true,
    row: 'ACCOUNT',
    is: (before, after) => before !== undefined && after !== undefined && before['plan'] !== after['plan'],
  },
  {
    type: 'payment.failed',
    isLoose: true,
    row: 'ACCOUNT',
    is: (before, after) => unpaidOf(after) > unpaidOf(before),
  },
  {
    type: 'payment.resolved',
    isLoose: true,
    row: 'ACCOUNT',
    is: (before, after) => unpaidOf(before) > 0 && after !== undefined && unpaidOf(after) === 0,
  },
  {
    type: 'pull_request_check.completed',
    row: 'SCAN#',
    is: (before, after) => !isEnded(before) && isEnded(after) && after?.['pullRequestCheck'] !== undefined,
  },
  {
    type: 'gate.changed',
    row: 'ORG',
    is: (before, after) =>
      before !== undefined && after !== undefined && before['policyDigest'] !== after['policyDigest'],
  },
  {
    type: 'credits.low',
    row: 'POOL#',
    is: (before, after) =>
      before !== undefined &&
      after?.['toldLowIn'] !== undefined &&
      before['toldLowIn'] !== after['toldLowIn'],
  },
  { type: 'invoice.paid', isLoose: true, row: 'INVOICE#', is: becomes('status', 'paid') },
  { type: 'history_scan.ended', row: 'HISTORY#', is: isEndOfHistory },
  { type: 'auditor_pack.ready', row: 'PACK#', is: becomes('state', 'ready') },
  { type: 'waiver.expiring', isLoose: true, row: 'WAIVERSLOT#', is: becomes('toldStage', 'week') },
  { type: 'waiver.expiring', isLoose: true, row: 'WAIVERSLOT#', is: becomes('toldStage', 'day') },
  { type: 'waiver.expired', isLoose: true, row: 'WAIVERSLOT#', is: becomes('toldStage', 'expired') },
  {
    type: 'webhook.disabled',
    isLoose: true,
    row: 'SUBSCRIBER#',
    is: (before, after) => after?.['kind'] === 'webhook' && isSet('disabled')(before, after),
  },
  { type: 'token.issued', isLoose: true, row: '', is: (before, after) => !before && isListedToken(after) },
  {
    type: 'token.revoked',
    isLoose: true,
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

/** The types whose change is one of those above; the others are told in parts, or beside several changes. */
export const typesOfOneChange: ReadonlySet<string> = new Set(changesToTell.map(({ type }) => type));

interface Telling {
  types: EventType[];
  /** The partition that its events are in. */
  listener: string;
}

const tellingOf = (
  { before, after }: RowChange,
  isMeant: (change: ChangeToTell, before: Row, after: Row) => boolean,
): Telling => {
  const row = after ?? before ?? {};
  const found = byRow.get(kindOf(row['sk'] as string | undefined)) ?? [];
  const types = found.filter((change) => isMeant(change, before, after)).map(({ type }) => type);
  return { types, listener: listenerOf(row) };
};

/** Returns the types of the events that have to come with a change. */
export const toTell = (change: RowChange): Telling =>
  tellingOf(change, ({ is }, before, after) => is(before, after));

/** Returns the types of the events that may come with a change. */
export const mayTell = (change: RowChange): Telling =>
  tellingOf(change, ({ is, isLoose = false }, before, after) => isLoose || is(before, after));
