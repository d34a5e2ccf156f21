import type { RowChange } from '../cloud/database/database.ts';
import type { Item } from '../cloud/database/values.ts';
import type { Report } from './violation.ts';

type Row = Item | undefined;

const keyOf = ({ before, after }: RowChange): { pk: string; sk: string } => {
  const { pk = '', sk = '' } = (after ?? before ?? {}) as { pk?: string; sk?: string };
  return { pk, sk };
};

const isPresent = (row: Row): boolean => row !== undefined && row['removedAt'] === undefined;

/** Clocks are wrong by up to a minute, that of whoever invited and that of whoever joins. */
const clocksMs = 150_000;

const isUsed = (row: Row): boolean => row?.['acceptedAt'] !== undefined;
const isOver = (row: Row): boolean => isUsed(row) || row?.['withdrawnAt'] !== undefined;

/** Watches every commit: nobody becomes a member but by an open invitation, which is used up by it, or by the directory. */
export class MembershipWatch {
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  #checkUse(change: RowChange, now: number): void {
    const { before, after } = change;
    const { pk, sk } = keyOf(change);
    const isChanged = isOver(before) && (before?.['acceptedAt'] !== after?.['acceptedAt'] || !isOver(after));
    if (after && isChanged) return this.#report('membership', `${pk} ${sk} was over, and is used`);
    if (isOver(before) || !isUsed(after)) return;
    if (Date.parse(String(before?.['expiresAt'])) < now - clocksMs)
      this.#report('membership', `${pk} ${sk} had expired`);
  }

  #checkJoined(joined: RowChange, invitations: readonly RowChange[]): void {
    const { pk, sk } = keyOf(joined);
    const { role, email } = joined.after ?? {};
    const isCause = ({ before, after }: RowChange): boolean =>
      !isUsed(before) &&
      isUsed(after) &&
      after?.['pk'] === pk &&
      after['role'] === role &&
      after['email'] === email;
    if (!invitations.some(isCause)) this.#report('membership', `${pk} ${sk} joins without an invitation`);
  }

  onCommit(changes: readonly RowChange[], now: number): void {
    const invitations = changes.filter((change) => keyOf(change).sk.startsWith('INVITE#'));
    for (const invitation of invitations) this.#checkUse(invitation, now);
    // An organization is made with its first people.
    if (changes.some((change) => keyOf(change).sk === 'ORG' && !change.before)) return;
    // A directory names everybody whom it brings in.
    if (changes.some((change) => keyOf(change).sk.startsWith('ALIAS#'))) return;
    for (const change of changes)
      if (keyOf(change).sk.startsWith('MEMBER#') && !isPresent(change.before) && isPresent(change.after))
        this.#checkJoined(change, invitations);
  }
}
