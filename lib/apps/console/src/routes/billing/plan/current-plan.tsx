import type { ReactElement } from 'react';
import { intervalName, planMessages } from '@scangate/console/messages/billing/plan.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { billingManagers, managers } from '@scangate/console/session/permissions.ts';
import type { BillingStatus } from '../billing-status.ts';
import type { PlanProps } from './plan-tab.tsx';

const renewalText = ({ plan, renewals, autoRenew, period }: BillingStatus): string => {
  if (plan === 'Free') return planMessages.noRenewal;
  if (!autoRenew) return planMessages.ends(period.endsAt);
  const renewal = renewals.find((one) => one.of === 'plan');
  if (!renewal) return planMessages.renews(period.endsAt);
  return renewal.overdue ? planMessages.overdue(renewal.at) : planMessages.renews(renewal.at);
};

const AutoRenew = ({ status, review }: PlanProps): ReactElement | null => {
  if (!review || status.plan === 'Free') return null;
  const enabled = !status.autoRenew;
  return (
    <Button onClick={() => review({ change: 'auto_renew', enabled })}>
      {enabled ? planMessages.autoRenewOn : planMessages.autoRenewOff}
    </Button>
  );
};

/** Counts the licenses in use, and leads to who holds them. */
const Licenses = ({ status: { licenses } }: { status: BillingStatus }): ReactElement => {
  const { role } = useSession();
  return (
    <Row>
      <span>{planMessages.licensesUsed(licenses.used, licenses.limit)}</span>
      {managers.includes(role) && (
        <Link to="billing" search={{ tab: 'usage', view: 'licenses' }}>
          {planMessages.licenseHolders}
        </Link>
      )}
    </Row>
  );
};

/** Why the plan cannot be changed here. */
const Note = ({ status }: { status: BillingStatus }): ReactElement | null => {
  const { role } = useSession();
  if (status.plan === 'Regulated') return <p>{planMessages.regulated}</p>;
  return billingManagers.includes(role) ? null : <p>{planMessages.askBuyer}</p>;
};

/** The plan in force, until when, and who uses it. */
export const CurrentPlan = (props: PlanProps): ReactElement => {
  const { status } = props;
  const { plan, period } = status;
  const isPaid = plan !== 'Free';
  return (
    <Panel title={planMessages.current} actions={<AutoRenew {...props} />}>
      <KeyValue
        items={[
          {
            label: planMessages.plan,
            value: (
              <strong>
                <Text value={plan} />
              </strong>
            ),
          },
          ...(isPaid ? [{ label: planMessages.paid, value: intervalName(period.interval) }] : []),
          { label: planMessages.period, value: planMessages.periodText(period.startsAt, period.endsAt) },
          { label: planMessages.renewal, value: renewalText(status) },
          { label: planMessages.licenses, value: <Licenses status={status} /> },
        ]}
      />
      <Note status={status} />
    </Panel>
  );
};
