import type { ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { usageMessages } from '@scangate/console/messages/billing/usage.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import type { BillingStatus } from '../billing-status.ts';

/** The credits of a pool as of now. */
export const PoolBalance = ({
  status,
  pool: name,
}: {
  status: BillingStatus;
  pool: 'core' | 'sast';
}): ReactElement => {
  const pool = status.pools[name];
  const { promotionExpiresAt, refillsAt } = pool;
  return (
    <Panel title={usageMessages[name]}>
      {name === 'sast' && !status.sastAddon && (
        <Banner tone="info" title={usageMessages.noAddon}>
          {usageMessages.noAddonHelp}
        </Banner>
      )}
      <KeyValue
        items={[
          { label: usageMessages.available, value: <strong>{number(pool.available)}</strong> },
          { label: usageMessages.included, value: number(pool.included) },
          { label: usageMessages.purchased, value: number(pool.purchased) },
          ...(promotionExpiresAt === null
            ? []
            : [
                {
                  label: usageMessages.promotional,
                  value: usageMessages.promotionalUntil(pool.promotional, promotionExpiresAt),
                },
              ]),
          { label: usageMessages.consumed, value: number(pool.consumed) },
          {
            label: usageMessages.refills,
            value: refillsAt === null ? usageMessages.noRefill : <Instant at={refillsAt} mode="day" />,
          },
        ]}
      />
    </Panel>
  );
};
