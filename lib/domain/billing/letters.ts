import type { Change } from '../change.ts';
import { derivedId } from '../digest.ts';
import { openOf } from '../open-index.ts';
import type { Instant, MailKind } from '../records.ts';

/** What owners and admins of an account are to be told by mail (billing.md, "Mail and audit"). */
export interface Letter {
  kind: MailKind;
  /** Names what happened, once: told again, it is the same mail. */
  cause: string;
  facts: Record<string, string | number>;
}

/** The row of the outbox; part of the transaction that makes what it tells of. A job sends it, as often as it takes. */
export const posted = (accountId: string, { kind, cause, facts }: Letter, now: Instant): Change<'mail'> => {
  const mailId = derivedId('mail', accountId, kind, cause);
  return {
    change: 'insert',
    record: 'mail',
    item: {
      accountId,
      mailId,
      kind,
      facts,
      createdAt: now,
      attempts: 0,
      open: openOf('mail', mailId),
      dueAt: now,
    },
  };
};
