import type { ReactElement } from 'react';
import { pendingText, planMessages } from '@scangate/console/messages/billing/plan.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import type { BillingStatus } from '../billing-status.ts';
import type { BillingChange } from '../purchase/purchase-draft.ts';
import type { PlanProps } from './plan-tab.tsx';

type Pending = BillingStatus['pending'][number];

/** The change that takes a pending one back. */
const undoOf = (change: string): BillingChange => {
  if (change === 'plan_end') return { change: 'auto_renew', enabled: true };
  return change === 'sast_addon_end' ? { change: 'resume_sast_addon' } : { change: 'undo_plan' };
};

/** The ways to take pending changes back: plan, period and licenses go back together. */
const undoes = (pending: readonly Pending[]): BillingChange[] => {
  const all = pending.map(({ change }) => undoOf(change));
  return all.filter((undo, at) => all.findIndex(({ change }) => change === undo.change) === at);
};

const undoLabel = ({ change }: BillingChange): string => {
  if (change === 'auto_renew') return planMessages.autoRenewOn;
  return change === 'resume_sast_addon' ? planMessages.addonResume : planMessages.undo;
};

/** Shows what is decided and not in force yet, with its way back, and what waits for its payment. */
export const PendingChanges = ({ status, review }: PlanProps): ReactElement | null => {
  const { pending, ordered } = status;
  if (pending.length === 0 && ordered.length === 0) return null;
  return (
    <Stack gap={3}>
      {ordered.map(({ order, to, orderedAt }) => (
        <Banner key={order} title={planMessages.waitingTitle}>
          {fill(planMessages.ordered(order, String(to)), { at: <Instant at={orderedAt} /> })}
        </Banner>
      ))}
      {pending.length > 0 && (
        <Panel
          title={planMessages.pending}
          actions={
            review &&
            undoes(pending).map((undo) => (
              <Button key={undo.change} onClick={() => review(undo)}>
                {undoLabel(undo)}
              </Button>
            ))
          }
        >
          <KeyValue
            items={pending.map(({ change, to, effectiveAt }) => ({
              label: pendingText(change, to),
              value: <Instant at={effectiveAt} mode="day" />,
            }))}
          />
        </Panel>
      )}
    </Stack>
  );
};
