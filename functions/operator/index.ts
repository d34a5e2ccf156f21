import { spec as adjustCredits } from './adjust-credits/function.ts';
import { spec as applyOperatorChange } from './apply-operator-change/function.ts';
import { spec as continueLedgers } from './continue-ledgers/function.ts';
import { spec as reapplyErasures } from './reapply-erasures/function.ts';
import { spec as inviteOwner } from './invite-owner/function.ts';
import { spec as liftEnforcement } from './lift-enforcement/function.ts';
import { spec as listAccounts } from './list-accounts/function.ts';
import { spec as provisionOrganization } from './provision-organization/function.ts';
import { spec as refundCreditPack } from './refund-credit-pack/function.ts';

/** The actions of the operator of the service. */
export const operatorFunctions = [
  provisionOrganization,
  inviteOwner,
  adjustCredits,
  applyOperatorChange,
  listAccounts,
  refundCreditPack,
  liftEnforcement,
  reapplyErasures,
  continueLedgers,
] as const;
