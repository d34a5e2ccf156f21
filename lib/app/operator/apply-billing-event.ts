import { accountSummary } from '@scangate/domain/accounts/account-summary';
import { applyBillingEvent, type BillingEvent } from '@scangate/domain/accounts/apply-billing-event';
import { runOperatorAct, type OperatorPorts } from './run-operator-act.ts';

export interface OperatorEvent {
  organizationId: string;
  eventId: string;
  event: BillingEvent;
}

/** Applies a billing event to an account that is billed by agreement. @returns a summary of the account. */
export const applyOperatorEvent = (
  { organizationId, eventId, event }: OperatorEvent,
  ports: OperatorPorts,
  now: Date,
) => {
  const at = now.toISOString();
  return runOperatorAct(
    {
      operation: 'apply-billing-event',
      organizationId,
      actId: eventId,
      content: event,
      rule: (state) => applyBillingEvent(state, { event, eventId }, at),
      answerOf: (state) => accountSummary(state, at),
      now,
    },
    ports,
  );
};
