import type { ReactElement } from 'react';
import { rechargeMessages } from '@scangate/console/messages/billing/recharge.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import type { BillingStatus } from '../billing-status.ts';

type State = BillingStatus['autoRecharge']['core'];

const Failing = ({ failures, failingSince, nextAttemptAt }: State): ReactElement | null => {
  if (failingSince === null) return null;
  return (
    <Banner tone="warning" title={rechargeMessages.failingTitle}>
      {rechargeMessages.failing(failures, failingSince)}{' '}
      {nextAttemptAt === null ? rechargeMessages.noAttempt : rechargeMessages.nextAttempt(nextAttemptAt)}
    </Banner>
  );
};

/** Shows what the recharge of a pool did in this period, and whether it fails. */
export const RechargeState = ({ state }: { state: State }): ReactElement => (
  <>
    <Failing {...state} />
    <KeyValue
      items={[
        {
          label: rechargeMessages.status,
          value: (
            <StatusBadge tone={state.enabled ? 'pass' : 'muted'}>
              {state.enabled ? rechargeMessages.on : rechargeMessages.off}
            </StatusBadge>
          ),
        },
        { label: rechargeMessages.state, value: rechargeMessages.packsUsed(state.packs, state.monthlyCap) },
      ]}
    />
  </>
);
