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

/** They were told of it before, in a life of the account that was over meanwhile. */
export class AlreadyTold extends Error {
  readonly letter: string;

  constructor(letter: Letter) {
    super('this mail is there');
    this.letter = nameOfLetter(letter);
  }
}

export const nameOfLetter = ({ kind, cause }: Letter): string => `${kind}#${cause}`;

/** The row of the outbox; part of the transaction that makes what it tells of. A job sends it, as often as it takes. */
export const posted = (accountId: string, letter: Letter, now: Instant): Change<'mail'> => {
  const { kind, cause, facts } = letter;
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
    refused: () => new AlreadyTold(letter),
  };
};
