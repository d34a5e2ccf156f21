import type { ReactElement } from 'react';
import { planMessages } from '@scangate/console/messages/billing/plan.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import type { BillingStatus } from '../billing-status.ts';
import { priceText, type Prices } from './plan-offers.tsx';
import type { PlanProps } from './plan-tab.tsx';

const sizeFor = ({ plan }: BillingStatus): 'starter' | 'team' | undefined => {
  if (plan === 'Starter') return 'starter';
  return plan === 'Team' ? 'team' : undefined;
};

const stateText = ({ sastAddon, plan }: BillingStatus): string => {
  if (!sastAddon) return plan === 'Free' ? planMessages.addonNeedsPlan : planMessages.addonNone;
  const { size, endsAt, cancelsAt } = sastAddon;
  return cancelsAt === undefined
    ? planMessages.addonActive(size, endsAt)
    : planMessages.addonEnds(size, cancelsAt);
};

const Action = ({ status, review }: PlanProps): ReactElement | null => {
  const { sastAddon } = status;
  const size = sizeFor(status);
  if (!review) return null;
  if (sastAddon?.cancelsAt !== undefined)
    return (
      <Button onClick={() => review({ change: 'resume_sast_addon' })}>{planMessages.addonResume}</Button>
    );
  if (sastAddon)
    return (
      <Button onClick={() => review({ change: 'cancel_sast_addon' })}>{planMessages.addonCancel}</Button>
    );
  if (!size) return null;
  return <Button onClick={() => review({ change: 'sast_addon', size })}>{planMessages.addonBuy}</Button>;
};

/** The SAST add-on: whether it is active, what it costs, and its review. */
export const AddonPanel = (props: PlanProps & { prices: Prices }): ReactElement => {
  const { status, prices } = props;
  const size = sizeFor(status);
  const { interval } = status.period;
  const price = prices.sastAddon.find((one) => one.size === size && one.interval === interval);
  return (
    <Row between wrap>
      <Stack gap={1}>
        <span>{stateText(status)}</span>
        {size && price && (
          <span>
            {planMessages.addonPrice(
              priceText(price, { currency: prices.currency, interval }),
              planMessages.addonCredits(size),
            )}
          </span>
        )}
      </Stack>
      <Action {...props} />
    </Row>
  );
};
