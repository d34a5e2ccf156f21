import type { BodyOfResponse } from '@scangate/client';
import { useMemo, type ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { poolName } from '@scangate/console/messages/billing/history.ts';
import { packMessages, packName } from '@scangate/console/messages/billing/recharge.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Money } from '@scangate/console/parts/text/amount.tsx';
import { billingManagers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import type { BillingStatus } from '../billing-status.ts';
import type { BillingChange } from '../purchase/purchase-draft.ts';

type Pack = BodyOfResponse<'get-prices', 200>['packs'][number] & { currency: string; balance: number };

interface PacksProps {
  status: BillingStatus;
  review: (change: BillingChange) => void;
}

const columnsFor = (review: PacksProps['review'] | undefined): readonly Column<Pack>[] => [
  { key: 'pack', title: packMessages.pack, width: '7rem', cell: ({ pack }) => packName(pack) },
  {
    key: 'pool',
    title: packMessages.pool,
    width: '6rem',
    hideBelow: 'narrow',
    cell: ({ pool }) => poolName(pool),
  },
  {
    key: 'balance',
    title: packMessages.balance,
    align: 'end',
    width: '8rem',
    hideBelow: 'narrow',
    cell: ({ balance }) => number(balance),
  },
  {
    key: 'price',
    title: packMessages.price,
    align: 'end',
    width: '4.75rem',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  ...(review
    ? [
        {
          key: 'action',
          title: packMessages.action,
          width: '5.5rem',
          cell: ({ pack }: Pack) => (
            <Button onClick={() => review({ change: 'pack', pack })}>{packMessages.review}</Button>
          ),
        },
      ]
    : []),
];

/** The packs that are sold, and the review of each. */
export const PacksTab = ({ status, review }: PacksProps): ReactElement => {
  const { role } = useSession();
  const prices = useRead('get-prices');
  const isBuyer = billingManagers.includes(role);
  const columns = useMemo(() => columnsFor(isBuyer ? review : undefined), [isBuyer, review]);
  return (
    <Panel title={packMessages.title} lead={packMessages.lead} reading={prices} rows={3}>
      {({ packs, currency }) => (
        <>
          <Table
            label={packMessages.title}
            columns={columns}
            rows={packs.map((pack) => ({ ...pack, currency, balance: status.pools[pack.pool].available }))}
            rowKey={({ pack }) => pack}
          />
          {!status.sastAddon && <p>{packMessages.noAddon}</p>}
          {!isBuyer && <p>{packMessages.askBuyer}</p>}
        </>
      )}
    </Panel>
  );
};
