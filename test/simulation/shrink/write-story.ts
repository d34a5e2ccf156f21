import { hourMs, minuteMs } from '@scangate/domain/instant';
import type { RowChange } from '../cloud/database/database.ts';
import type { Item } from '../cloud/database/values.ts';
import { recordOf } from '../invariants/whole-checks.ts';
import type { World } from '../start/world.ts';

const mostFields = 4;
const mostLetters = 240;

/** Values that a reader understands: no ids, instants or lists. */
const isTelling = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && /^[A-Za-z_ ]{1,30}$/.test(value));

const changedFields = (before: Item, after: Item): string[] =>
  Object.keys({ ...before, ...after })
    .filter((name) => before[name] !== after[name] && name !== 'version')
    .filter((name) => isTelling(before[name] ?? 0) && isTelling(after[name] ?? 0))
    .slice(0, mostFields)
    .map((name) => `${name} ${String(before[name] ?? 'none')} → ${String(after[name] ?? 'none')}`);

const spanOf = (ms: number): string =>
  ms < 2 * hourMs ? `${Math.round(ms / minuteMs)} min` : `${Math.round(ms / hourMs)} h`;

/** Says when a row is due from now on, where that changed. */
const dueOf = ({ before, after }: RowChange, now: number): string[] => {
  const dueAt = after?.['dueAt'];
  if (dueAt === before?.['dueAt']) return [];
  if (dueAt === undefined) return ['due no more'];
  return [`due in ${spanOf(Date.parse(String(dueAt)) - now)}`];
};

/** Says in a few words what a commit did to a row. */
const describeChange = (change: RowChange, now: number): string => {
  const { table, before, after } = change;
  const item = after ?? before ?? {};
  const record = recordOf(table, item as { pk: string; sk?: string }) ?? table;
  if (!after) return `removes ${record}`;
  if (before) return [`changes ${record}`, ...changedFields(before, after), ...dueOf(change, now)].join(', ');
  const { amount, kind } = after;
  return ['adds', record, kind, amount].filter((word) => word !== undefined).join(' ');
};

/** Says in a few words what a commit did, equal things once. */
const describe = (changes: readonly RowChange[], now: number): string =>
  [...Map.groupBy(changes, (change) => describeChange(change, now))]
    .map(([change, { length }]) => (length > 1 ? `${change} (${length} times)` : change))
    .join('; ');

/** Tells every answer, fault and change in the story of a world, beside the acts. */
export const writeStory = (world: World): void => {
  const { scheduler, cloud, api } = world;
  const { onAnswer } = api;
  const { onCommit } = cloud.database;
  const tell = (who: string, what: string): void =>
    world.tell(`${scheduler.thread.name}: ${who} ${what}`.slice(0, mostLetters));
  api.onAnswer = (answered) => {
    const { endpoint, answer } = answered;
    const code = answer.body['code'] ?? answer.body['status'] ?? '';
    tell(endpoint, `is answered ${answer.status} ${String(code)}`.trimEnd());
    onAnswer(answered);
  };
  cloud.boundary.onFault = ({ service, operation, to }, kind) => {
    const whom = to === undefined ? `${service} ${operation}` : `a message to ${to}`;
    tell(scheduler.cause, `meets ${kind} at ${whom}`);
  };
  cloud.database.onCommit = (changes) => {
    const ids = JSON.stringify(changes.map(({ before, after }) => (after ?? before)?.['pk']));
    const isOfNobody = !world.organizations.some(({ organizationId }) => ids.includes(organizationId));
    const isNews = !isOfNobody || !scheduler.thread.name.startsWith('schedule');
    if (isNews && changes.length > 0) tell(scheduler.cause, `commits: ${describe(changes, scheduler.now)}`);
    onCommit(changes);
  };
};
