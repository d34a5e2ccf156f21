import type { Change, RecordName, Records } from '@scangate/domain/record-changes';
import { exportLine } from '@scangate/domain/offboarding/export-views';
import { parseRecord } from '#adapters/dynamodb/parsers/parse-record.ts';
import { keyOf } from '#adapters/dynamodb/record-layouts.ts';
import { fullRecords } from '../full-records.ts';

/** Kept by law: the ledger and invoices. */
export const bookRecords: ReadonlySet<RecordName> = new Set(['ledgerEntry', 'ledgerSeal', 'invoice']);

/** These belong to all organizations, or to nobody in particular. */
const notOfOneOrganization: ReadonlySet<RecordName> = new Set([
  'jobPosition',
  'watchPosition',
  'erased',
  'identity',
  'domainClaim',
  'badge',
  'person',
  'personOrganization',
  'signIn',
  'usedCredential',
  'invitationSecret',
  'indexedComponent',
  'indexedUnit',
  // They expire after a day, and links after a week; an organization closes for 30 days.
  'refusal',
  'linkSecret',
  'deviceLogin',
  'deviceUserCode',
  'deviceTries',
]);

export interface Planted {
  changes: Change[];
  /** The marks in what an export shows. */
  marks: string[];
}

/** Ids of the full records, in place of which those of the organization stand. */
const idsOf = (organizationId: string, personId: string, copy: number): Record<string, string> => ({
  'o-1': organizationId,
  'a-1': organizationId,
  'p-1': personId,
  hash: `hash-${organizationId}`,
  'r-1': `r-${copy}`,
  'u-1': `u-${copy}`,
  'e-1': `e-${copy}`,
});

const replaceTexts = (value: unknown, replace: (text: string) => string): unknown => {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, replace));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceTexts(each, replace)]));
};

/** Instants, and ids of the organization and of people, have to stay what they are. */
const isFixed = (text: string): boolean => /^\d{4}-\d\d-\d\dT|^[\da-f]{8}-[\da-f]{4}-/.test(text);

const parses = (record: RecordName, item: unknown): boolean => {
  try {
    parseRecord(record, item);
    return true;
  } catch {
    return false;
  }
};

/** Adds a mark to the text at a place, and keeps it when the record takes any text there and an export shows it. */
const plant = <R extends RecordName>(record: R, item: Records[R], next: () => string) => {
  let marked = item;
  const marks: string[] = [];
  let count = 0;
  replaceTexts(item, (text) => (count++, text));
  for (let place = 0; place < count; place++) {
    const mark = next();
    let seen = 0;
    const tried = replaceTexts(marked, (text) =>
      seen++ === place && !isFixed(text) ? `${text} ${mark}` : text,
    ) as Records[R];
    const sameKey =
      JSON.stringify(keyOf(record, tried as never)) === JSON.stringify(keyOf(record, marked as never));
    if (!sameKey || !parses(record, tried) || !exportLine(record, tried)?.includes(mark)) continue;
    marked = tried;
    marks.push(mark);
  }
  return { item: marked, marks };
};

/** Records of every kind that an organization has, several of each, with a mark in every text that can have one. */
export const plantMarks = (organizationId: string, personId: string, copies: number): Planted => {
  const planted: Planted = { changes: [], marks: [] };
  const keys = new Set<string>();
  let number = 0;
  const next = (): string => `mark-${String(++number).padStart(5, '0')}-${organizationId.slice(-6)}`;
  for (let copy = 0; copy < copies; copy++) {
    const ids = idsOf(organizationId, personId, copy);
    for (const record of Object.keys(fullRecords) as RecordName[]) {
      if (notOfOneOrganization.has(record)) continue;
      const own = replaceTexts(fullRecords[record], (text) => ids[text] ?? text) as Records[typeof record];
      const keyed = withCopy(record, own, copy);
      const key = JSON.stringify(keyOf(record, keyed as never));
      if (keys.has(key)) continue;
      keys.add(key);
      const { item, marks } = plant(record, keyed, next);
      planted.changes.push({ change: 'insert', record, item } as Change);
      if (!bookRecords.has(record)) planted.marks.push(...marks);
    }
  }
  return planted;
};

/** Gives the copies of a record keys of their own. */
const withCopy = <R extends RecordName>(record: R, item: Records[R], copy: number): Records[R] => {
  if (copy === 0) return item;
  const names = [
    'tokenHash',
    'waiverId',
    'scanId',
    'eventId',
    'mailId',
    'uploadId',
    'invitationId',
    'trustId',
  ];
  const more = [
    'digest',
    'cause',
    'key',
    'domain',
    'groupId',
    'alias',
    'name',
    'value',
    'fingerprint',
    'day',
  ];
  const rest = ['month', 'invoiceId', 'exportId', 'personId', 'holder'];
  const fields = new Set([...names, ...more, ...rest]);
  const key = JSON.stringify(keyOf(record, item as never));
  const entries = Object.entries(item).map(([name, value]) =>
    fields.has(name) && typeof value === 'string' && key.includes(value)
      ? [name, `${value}${copy}`]
      : [name, value],
  );
  const slotted = Object.fromEntries(entries) as Record<string, unknown>;
  for (const name of ['slot', 'minute', 'number'])
    if (typeof slotted[name] === 'number') slotted[name] = (slotted[name] as number) + copy;
  return slotted as unknown as Records[R];
};
