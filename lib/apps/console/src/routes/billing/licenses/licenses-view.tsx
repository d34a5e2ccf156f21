import type { BodyOfResponse, ItemOf } from '@scangate/client';
import { useMemo, type ReactElement } from 'react';
import { licenseMessages } from '@scangate/console/messages/billing/licenses.ts';
import { paymentRequired } from '@scangate/console/messages/billing/payment-required.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { Meter } from '@scangate/console/parts/status/meter.tsx';
import { paymentPages } from '@scangate/console/parts/status/payment-pages.ts';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { PagedTable } from '@scangate/console/parts/tables/paged-table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useList } from '@scangate/console/session/use-list.ts';

type Holder = ItemOf<'list-licenses'>;
type Counts = Pick<BodyOfResponse<'list-licenses', 200>, 'month' | 'used' | 'limit'>;

const organizationColumn = (ownId: string): Column<Holder> => ({
  key: 'organization',
  title: licenseMessages.organization,
  hideBelow: 'narrow',
  cell: ({ organizationId }) =>
    organizationId === ownId ? (
      licenseMessages.thisOrganization
    ) : (
      <Text value={organizationId} cut="middle" />
    ),
});

/** Organizations are named only where the account pays for several. */
const columnsFor = (ownId: string, hasClients: boolean): readonly Column<Holder>[] => [
  {
    key: 'person',
    title: licenseMessages.person,
    cell: ({ email }) => (email === undefined ? licenseMessages.formerPerson : <Text value={email} />),
  },
  ...(hasClients ? [organizationColumn(ownId)] : []),
  {
    key: 'since',
    title: licenseMessages.since,
    width: '8rem',
    cell: ({ claimedAt }) => <Instant at={claimedAt} />,
  },
  {
    key: 'scan',
    title: licenseMessages.firstScan,
    width: '7rem',
    hideBelow: 'narrow',
    cell: ({ scanId, organizationId }) => {
      if (scanId === null) return licenseMessages.noScan;
      if (organizationId !== ownId) return licenseMessages.scan;
      return (
        <Link to="scans/$scanId" params={{ scanId }}>
          {licenseMessages.scan}
        </Link>
      );
    },
  },
];

/** Says that no license is left, and what the reader or another person can do about it. */
const NoneLeft = ({ limit, month }: { limit: number; month: string }): ReactElement => {
  const { role, plan, organization } = useSession();
  const refusal = { code: 'seat_license_required', members: { limit, month }, message: '' } as const;
  const { title, text, steps, ask } = paymentRequired(refusal, {
    role,
    plan,
    isClient: organization.isClient,
  });
  return (
    <Banner
      tone="warning"
      title={title}
      actions={
        steps.length > 0 && (
          <Row>
            {steps.map(({ step, label }) => (
              <Link key={step} {...paymentPages[step]} kind="button">
                {label}
              </Link>
            ))}
          </Row>
        )
      }
    >
      {text} {ask}
    </Banner>
  );
};

const Count = ({ month, used, limit }: Counts): ReactElement => {
  if (limit === null) return <p>{licenseMessages.usedUnlimited(used)}</p>;
  const isFull = used >= limit;
  return (
    <Stack gap={4}>
      <Meter
        label={licenseMessages.used}
        value={used}
        max={limit}
        tone={isFull ? 'medium' : 'accent'}
        text={licenseMessages.usedOf(used, limit)}
      />
      {isFull && <NoneLeft limit={limit} month={month} />}
    </Stack>
  );
};

/** Shows who holds the licenses of this month, how many are left, and what helps when none is. */
export const LicensesView = (): ReactElement => {
  const { organizationId } = useSession().organization;
  const list = useList('list-licenses', { query: { limit: 100 } });
  const { first, items } = list;
  const hasClients = items.some((holder) => holder.organizationId !== organizationId);
  const columns = useMemo(() => columnsFor(organizationId, hasClients), [organizationId, hasClients]);
  return (
    <Panel
      title={first ? licenseMessages.title(first.month) : licenseMessages.holders}
      lead={licenseMessages.lead}
      reading={list}
      rows={6}
    >
      {(holders) => (
        <Stack gap={4}>
          {first && <Count {...first} />}
          {holders.length === 0 ? (
            <Empty title={licenseMessages.none}>{licenseMessages.noneHelp}</Empty>
          ) : (
            <PagedTable
              list={list}
              label={licenseMessages.holders}
              columns={columns}
              rows={holders}
              rowKey={({ personId }) => personId}
              onEnd={list.onEnd}
            />
          )}
        </Stack>
      )}
    </Panel>
  );
};
