import type { ReactElement } from 'react';
import { rechargeMessages } from '@scangate/console/messages/billing/recharge.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useVersion } from '@scangate/console/session/use-shared-edit.ts';
import type { BillingStatus } from '../billing-status.ts';
import { RechargeForm } from './recharge-form.tsx';
import { RechargeState } from './recharge-state.tsx';

type PoolName = 'core' | 'sast';

interface PoolProps {
  pool: PoolName;
  status: BillingStatus;
}

/** Reads the settings of a pool together with the prices that the form needs to say what they cost. */
const useSettings = (pool: PoolName) => {
  const settings = useVersion('get-auto-recharge', { query: { pool } });
  const prices = useRead('get-prices');
  const waiting = {
    ...settings,
    data: undefined,
    isFetching: settings.isFetching || prices.isFetching,
    refetch: () => [settings.refetch(), prices.refetch()],
    cancel: () => [settings.cancel(), prices.cancel()],
  };
  return { settings: prices.isPending ? waiting : settings, prices };
};

const PoolRecharge = ({ pool, status }: PoolProps): ReactElement => {
  const { settings, prices } = useSettings(pool);
  return (
    <Panel title={rechargeMessages[pool]} reading={settings} rows={6}>
      {(current) => (
        <Stack gap={4}>
          <RechargeState state={status.autoRecharge[pool]} />
          {prices.error && <ProblemPanel error={prices.error} onRetry={() => void prices.refetch()} />}
          <RechargeForm pool={pool} current={current} refetch={settings.refetch} prices={prices.data} />
        </Stack>
      )}
    </Panel>
  );
};

/** The automatic recharge of both pools. That of SAST credits needs the add-on. */
export const AutoRechargeTab = ({ status }: { status: BillingStatus }): ReactElement => (
  <Stack gap={6}>
    <p>{rechargeMessages.lead}</p>
    <PoolRecharge pool="core" status={status} />
    {status.sastAddon ? (
      <PoolRecharge pool="sast" status={status} />
    ) : (
      <Panel title={rechargeMessages.sast}>
        <p>{rechargeMessages.addonNeeded}</p>
        <p>
          <Link to="billing" search={{ tab: 'plan' }}>
            {rechargeMessages.addonLink}
          </Link>
        </p>
      </Panel>
    )}
  </Stack>
);
