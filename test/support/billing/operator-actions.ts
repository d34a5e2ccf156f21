import { adjustCredits } from '#app/operator/adjust-credits.ts';
import { changeAccountByOperator } from '#app/operator/apply-operator-change.ts';
import { inviteOwner } from '#app/operator/invite-owner.ts';
import { provisionOrganization } from '#app/operator/provision-organization.ts';
import type { OperatorPorts } from '#app/operator/run-operator-action.ts';
import {
  adjustmentInput,
  operatorChangeInput,
  ownerInput,
  provisionInput,
} from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import type { Store } from '#ports/store.ts';
import { linkPorts } from '../invitations/link-ports.ts';
import { noon } from '../world.ts';

/** The operator's acts on input that is validated as their functions do. */

export const adjust = async (input: object, store: OperatorPorts['store'], now: Date) =>
  adjustCredits(validateBody(adjustmentInput, input), { store }, now);

export const applyEvent = async (input: object, store: OperatorPorts['store'], now: Date) =>
  changeAccountByOperator(validateBody(operatorChangeInput, input), { store }, now);

export const provision = async (
  input: object,
  store: Store,
  { now = noon, sends = true }: { now?: Date; sends?: boolean } = {},
) =>
  provisionOrganization(validateBody(provisionInput, input), { store, outbox: { sends }, ...linkPorts }, now);

export const invitedOwner = async (
  input: object,
  store: Store,
  { now = noon, sends = true }: { now?: Date; sends?: boolean } = {},
) => inviteOwner(validateBody(ownerInput, input), { store, outbox: { sends }, ...linkPorts }, now);

/** Returns the code of the Problem that an act is refused with, or its result. */
export const codeOf = async (act: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await act();
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
};
