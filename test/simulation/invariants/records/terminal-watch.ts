import { isDeepStrictEqual } from 'node:util';
import type { RowChange } from '#test/simulation/cloud/database/database.ts';
import type { Item } from '#test/simulation/cloud/database/values.ts';
import type { Report } from '../violation.ts';

type Row = Item | undefined;

/** A record that ends, and what stays as it was then. */
interface Ending {
  hasEnded: (row: Row) => boolean;
  stays: readonly string[];
  /** Whether somebody may begin it again with this change. */
  mayBegin?: (after: Item) => boolean;
}

const isOneOf =
  (states: readonly string[]): Ending['hasEnded'] =>
  (row) =>
    states.includes(String(row?.['state']));

/** A mail that is sent at most once counts as sent before it is, and is due again where that certainly failed. */
const isOnceOnly = (row: Row): boolean => row?.['kind'] === 'recharge_failed';

/** The records that end, by the beginning of their keys. Scans and history scans have watches of their own. */
const endings: Readonly<Record<string, Ending>> = {
  DELIVERY: {
    hasEnded: isOneOf(['delivered', 'given_up']),
    stays: ['state', 'eventId', 'tries'],
    // A receiver asks for a delivery once more.
    mayBegin: (after) => after['state'] === 'waiting' && after['replayed'] === true && after['tries'] === 0,
  },
  EXPORT: { hasEnded: isOneOf(['completed']), stays: ['state', 'parts', 'position'] },
  PACK: { hasEnded: isOneOf(['ready', 'failed']), stays: ['state', 'objectName', 'sha256', 'error'] },
  // Only the end of its support and the list of advisories that affect it change.
  RELEASE: {
    hasEnded: (row) => row !== undefined,
    stays: ['folder', 'members', 'verdict', 'snapshotId', 'policyDigest', 'releasedAt', 'releasedBy'],
  },
  UPLOAD: { hasEnded: (row) => row?.['scanId'] !== undefined, stays: ['scanId'] },
  MAIL: {
    hasEnded: (row) => row?.['dueQueue'] === undefined && !isOnceOnly(row),
    stays: ['dueQueue', 'kind', 'facts'],
  },
};

const attemptOf = (row: Row): string | undefined =>
  (row?.['attempt'] as { attemptId?: string } | undefined)?.attemptId;

/** Watches every commit: whatever has ended stays as it was, and an attempt to recharge is made once. */
export class TerminalWatch {
  readonly #report: Report;
  /** The attempts to recharge that have ended. */
  readonly #ended = new Set<string>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** Keeps what it knows. @returns brings it back. */
  keep(): () => void {
    const ended = [...this.#ended];
    return () => {
      this.#ended.clear();
      for (const attempt of ended) this.#ended.add(attempt);
    };
  }

  #checkAttempt(name: string, { before, after }: RowChange): void {
    const [was, is] = [attemptOf(before), attemptOf(after)];
    if (was !== undefined && was !== is) this.#ended.add(was);
    if (is !== undefined && this.#ended.has(is))
      this.#report('terminal', `${name}: the attempt ${is} begins after its end`);
  }

  #check(name: string, { hasEnded, stays, mayBegin }: Ending, { before, after }: RowChange): void {
    if (!before || !after || !hasEnded(before) || mayBegin?.(after)) return;
    const changed = stays.find((field) => !isDeepStrictEqual(before[field], after[field]));
    if (changed) this.#report('terminal', `${name}: ${changed} changed after its end`);
  }

  onCommit(changes: readonly RowChange[]): void {
    for (const change of changes) {
      const { pk = '', sk = '' } = (change.after ?? change.before ?? {}) as { pk?: string; sk?: string };
      const [kind = ''] = sk.split('#', 1);
      if (kind === 'RECHARGE') this.#checkAttempt(`${pk} ${sk}`, change);
      const ending = endings[kind];
      if (ending) this.#check(`${pk} ${sk}`, ending, change);
    }
  }
}
