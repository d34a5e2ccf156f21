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

/** Whether a directory brings somebody back whom it has known all the time. */
const isByDirectory = ({ before, after }: RowChange): boolean =>
  before?.['directory'] !== undefined && after?.['directory'] !== undefined && after['role'] !== 'owner';

const isUsed = (row: Row): boolean => row?.['acceptedAt'] !== undefined;
const isOver = (row: Row): boolean => isUsed(row) || row?.['withdrawnAt'] !== undefined;

/**
 * Watches every commit: nobody becomes a member but by an open invitation, which is used up by it, by the directory, or by the
 * own issuer of the organization, which has people in its verified domains.
 */
export class MembershipWatch {
  readonly #report: Report;
  /** The verified domains, each after the partition of its organization. */
  readonly #domains = new Set<string>();

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

  #noteDomain({ before, after }: RowChange): void {
    const { pk, sk } = keyOf({ table: '', before, after });
    const name = `${pk} ${sk.slice('DOMAIN#'.length)}`;
    if (after?.['verifiedAt'] !== undefined && after['removedAt'] === undefined) this.#domains.add(name);
    else this.#domains.delete(name);
  }

  /** Whether somebody who was never a member joins by a sign-in at the own issuer. */
  #isByOwnIssuer({ before, after }: RowChange, changes: readonly RowChange[]): boolean {
    const pk = String(after?.['pk']);
    const domain = String(after?.['email']).split('@').at(-1) ?? '';
    const isSignIn = (change: RowChange): boolean =>
      keyOf(change).pk.startsWith('SIGNIN#') &&
      change.before?.['usedAt'] === undefined &&
      change.after?.['usedAt'] !== undefined &&
      pk === `ORG#${String(change.after['issuerOf'])}`;
    const isPermitted = before === undefined && after?.['role'] !== 'owner';
    return isPermitted && this.#domains.has(`${pk} ${domain}`) && changes.some(isSignIn);
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
    for (const change of changes) if (keyOf(change).sk.startsWith('DOMAIN#')) this.#noteDomain(change);
    const invitations = changes.filter((change) => keyOf(change).sk.startsWith('INVITE#'));
    for (const invitation of invitations) this.#checkUse(invitation, now);
    // An organization is made with its first people.
    if (changes.some((change) => keyOf(change).sk === 'ORG' && !change.before)) return;
    // A directory names everybody whom it brings in.
    if (changes.some((change) => keyOf(change).sk.startsWith('ALIAS#'))) return;
    const joined = changes.filter(
      (change) =>
        keyOf(change).sk.startsWith('MEMBER#') && !isPresent(change.before) && isPresent(change.after),
    );
    for (const change of joined)
      if (!isByDirectory(change) && !this.#isByOwnIssuer(change, changes))
        this.#checkJoined(change, invitations);
  }
}
