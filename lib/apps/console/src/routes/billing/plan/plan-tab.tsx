import type { ReactElement } from 'react';
import { planMessages } from '@scangate/console/messages/billing/plan.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { billingManagers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import type { BillingStatus } from '../billing-status.ts';
import { DetailsPanel } from '../details/details-panel.tsx';
import type { BillingChange } from '../purchase/purchase-draft.ts';
import { AddonPanel } from './addon-panel.tsx';
import { CouponForm } from './coupon-form.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { LicensesPanel } from './licenses-panel.tsx';
import { PaymentMethod } from './payment-method.tsx';
import { PendingChanges } from './pending-changes.tsx';
import { PlanOffers } from './plan-offers.tsx';

export interface PlanProps {
  status: BillingStatus;
  /** Opens the review of a change; absent for those who cannot buy. */
  review?: ((change: BillingChange) => void) | undefined;
}

/** The plan: what is in force, what is coming, and what can be changed, each with a review before it. */
export const PlanTab = ({ status, review: open }: Required<PlanProps>): ReactElement => {
  const { role } = useSession();
  const prices = useRead('get-prices');
  const isBuyer = billingManagers.includes(role);
  const review = isBuyer && status.plan !== 'Regulated' ? open : undefined;
  return (
    <Stack gap={6}>
      <CurrentPlan status={status} review={review} />
      <PendingChanges status={status} review={review} />
      {status.plan !== 'Regulated' && (
        <Panel title={planMessages.plans} reading={prices} rows={8}>
          {(data) => <PlanOffers status={status} prices={data} review={review} />}
        </Panel>
      )}
      {status.plan === 'Team' && review && <LicensesPanel status={status} review={review} />}
      <Panel title={planMessages.addon} reading={prices} rows={2}>
        {(data) => <AddonPanel status={status} prices={data} review={review} />}
      </Panel>
      {isBuyer && <PaymentMethod />}
      {isBuyer && <DetailsPanel />}
      {review && <CouponForm />}
    </Stack>
  );
};
