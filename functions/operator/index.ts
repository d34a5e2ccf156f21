import { spec as adjustCredits } from './adjust-credits/function.ts';
import { spec as applyOperatorChange } from './apply-billing-event/function.ts';
import { spec as eraseAgain } from './erase-again/function.ts';
import { spec as inviteOwner } from './invite-owner/function.ts';
import { spec as liftEnforcement } from './lift-enforcement/function.ts';
import { spec as listAccounts } from './list-accounts/function.ts';
import { spec as provisionOrganization } from './provision-organization/function.ts';
import { spec as refundPack } from './refund-pack/function.ts';

/** The actions of the operator of the service. */
export const operatorFunctions = [
  provisionOrganization,
  inviteOwner,
  adjustCredits,
  applyOperatorChange,
  listAccounts,
  refundPack,
  liftEnforcement,
  eraseAgain,
] as const;
