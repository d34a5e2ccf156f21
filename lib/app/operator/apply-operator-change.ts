import { accountSummary } from '@scangate/domain/accounts/account-summary';
import { applyOperatorChange, type OperatorChange } from '@scangate/domain/accounts/apply-operator-change';
import { runOperatorAction, type OperatorPorts } from './run-operator-action.ts';

export interface OperatorChangeRequest {
  organizationId: string;
  eventId: string;
  event: OperatorChange;
}

/** Applies a change that an operator makes to an account that is billed by agreement. @returns a summary of the account. */
export const changeAccountByOperator = (
  { organizationId, eventId, event }: OperatorChangeRequest,
  ports: OperatorPorts,
  now: Date,
) => {
  const at = now.toISOString();
  return runOperatorAction(
    {
      operation: 'apply-operator-change',
      organizationId,
      actId: eventId,
      content: event,
      rule: (state) => applyOperatorChange(state, { event, eventId }, at),
      answerOf: (state) => accountSummary(state, at),
      now,
    },
    ports,
  );
};
