import { auditPool } from '@scangate/domain/ledger/audit-ledger';
import type { HistoryQuestion } from '#ports/history/history-reader.ts';
import type { historyWorld } from './history-world.ts';

type World = Awaited<ReturnType<typeof historyWorld>>;

/** The violations of what is always true of the pool that pays. */
export const violations = ({ store, pool }: World): string[] => {
  const found = pool();
  const entries = store
    .all('ledgerEntry')
    .filter((entry) => entry.accountId === found.accountId && entry.pool === 'core')
    .toSorted((a, b) => (a.cause < b.cause ? -1 : 1));
  const streams = {
    entry: entries.values(),
    refund: entries.filter(({ cause }) => cause.startsWith('refund#')).values(),
  };
  const steps = auditPool(found);
  let step = steps.next();
  while (!step.done) step = steps.next(streams[step.value].next().value);
  return step.value.violations;
};

/** The amounts of the entries of scans. */
export const amounts = (world: World): number[] => world.entries().map(({ amount }) => amount);
/** The tracked secrets. */
export const secretsOf = ({ store }: World) =>
  store
    .all('trackedFinding')
    .map(({ history, state, occurrences, file }) => ({ history, state, occurrences, file }))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1));

/** The question about the part that begins with this file. */
export const isPartOf =
  (number: number) =>
  (question: HistoryQuestion): boolean =>
    question.kind === 'look' && question.files.some(([, path]) => path.includes(`/${number}.`));
