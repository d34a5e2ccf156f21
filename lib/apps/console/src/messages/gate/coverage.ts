import { defineMessages } from '../define-messages.ts';
import { verdictWords } from './verdicts.ts';

export const subjectNames = defineMessages({
  dependencies: 'Dependencies',
  licenses: 'Licenses',
  secrets: 'Secrets',
  code: 'Code',
});

export const coverageStatuses = defineMessages({
  assessed: 'Assessed',
  partial: 'Partly assessed',
  unassessed: 'NOT assessed',
  nothing: 'Nothing to assess',
  not_requested: 'Not requested',
});

/** Why something was not assessed: a code in our words, any other reason as the engine says it. */
export const gapWords = (reason: string): string => {
  const codes: Readonly<Record<string, { what: string }>> = verdictWords.errorCodes;
  return (Object.hasOwn(codes, reason) ? codes[reason]?.what : undefined) ?? reason;
};
