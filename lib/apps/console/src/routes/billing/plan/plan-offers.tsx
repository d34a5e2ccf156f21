import type { BodyOfResponse } from '@scangate/client';
import { useMemo, useState, type ReactElement } from 'react';
import { money } from '@scangate/console/messages/money.ts';
import { planMessages, planOffers } from '@scangate/console/messages/billing/plan.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { NumberField } from '@scangate/console/parts/forms/text-field.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import type { BillingStatus } from '../billing-status.ts';
import type { BillingChange } from '../purchase/purchase-draft.ts';
import type { PlanProps } from './plan-tab.tsx';
import { teamMinimum } from './team-minimum.ts';

export type Prices = BodyOfResponse<'get-prices', 200>;
type Interval = 'month' | 'year';

interface Offer {
  plan: 'Free' | 'Starter' | 'Team';
  price: string;
  isCurrent: boolean;
  /** The change that choosing it asks for; undefined where there is none. */
  change: BillingChange | undefined;
}

/** The price of a plan as the list of prices says it. */
export const priceText = (
  found: { amount: number; perLicense: boolean } | undefined,
  { currency, interval }: { currency: string; interval: Interval },
): string => {
  if (!found) return planMessages.noPrice;
  const amount = money(found.amount, currency);
  return found.perLicense
    ? planMessages.perLicense(amount, planMessages[interval])
    : planMessages.flat(amount, planMessages[interval]);
};

/** The change that leads from a paid plan back to Free: at the end of its period, unless that is decided already. */
const changeToFree = ({ plan, autoRenew }: BillingStatus): BillingChange | undefined =>
  plan === 'Free' || !autoRenew ? undefined : { change: 'auto_renew', enabled: false };

/** The change that leads from the plan in force to another, by its rules: bought first, later changed. */
const changeTo = (
  status: BillingStatus,
  { plan, interval, licenses }: { plan: 'Starter' | 'Team'; interval: Interval; licenses: number },
): BillingChange | undefined => {
  if (status.plan === plan && status.period.interval === interval) return undefined;
  const terms = { plan, interval, ...(plan === 'Team' && { licenses }) };
  return { change: status.plan === 'Free' ? 'checkout' : 'plan', ...terms };
};

const columnsFor = (
  review: PlanProps['review'],
  isReady: (offer: Offer) => boolean,
): readonly Column<Offer>[] => [
  { key: 'plan', title: planMessages.plan, width: '3.75rem', cell: ({ plan }) => <strong>{plan}</strong> },
  { key: 'price', title: planMessages.price, width: 'clamp(6rem, 14vw, 11rem)', cell: ({ price }) => price },
  { key: 'brings', title: planMessages.brings, hideBelow: 'narrow', cell: ({ plan }) => planOffers[plan] },
  {
    key: 'choose',
    title: planMessages.change,
    width: '8.25rem',
    cell: (offer) => <Choose offer={offer} review={review} isReady={isReady(offer)} />,
  },
];

const Choose = ({
  offer,
  review,
  isReady,
}: {
  offer: Offer;
  review: PlanProps['review'];
  isReady: boolean;
}) => {
  const { plan, change, isCurrent } = offer;
  if (isCurrent) return <StatusBadge tone="accent">{planMessages.isCurrent}</StatusBadge>;
  if (!change || !review) return null;
  return (
    <Button disabled={!isReady} onClick={() => review(change)}>
      {planMessages.choose(plan)}
    </Button>
  );
};

interface Terms {
  interval: Interval;
  licenses: number | undefined;
}

const offersOf = (status: BillingStatus, prices: Prices, { interval, licenses }: Terms): Offer[] => [
  {
    plan: 'Free',
    price: planMessages.free,
    isCurrent: status.plan === 'Free',
    change: changeToFree(status),
  },
  ...(['Starter', 'Team'] as const).map((plan) => ({
    plan,
    isCurrent: status.plan === plan && status.period.interval === interval,
    price: priceText(
      prices.plans.find((one) => one.plan === plan && one.interval === interval),
      { currency: prices.currency, interval },
    ),
    change: changeTo(status, { plan, interval, licenses: licenses ?? teamMinimum }),
  })),
];

/** The licenses that a review of Team begins with: those that were bought, else as many as people work here. */
const firstLicenses = ({ plan, licenses: { limit, used } }: BillingStatus): number =>
  Math.max(teamMinimum, plan === 'Team' && limit !== null ? limit : used);

/** The plans that can be bought, their prices, and the review of each. */
export const PlanOffers = ({ status, prices, review }: PlanProps & { prices: Prices }): ReactElement => {
  const [interval, setInterval] = useState<Interval>(status.period.interval);
  const [licenses, setLicenses] = useState<number | undefined>(firstLicenses(status));
  const isValid = licenses !== undefined && licenses >= teamMinimum;
  const columns = useMemo(
    () => columnsFor(review, ({ plan }) => plan !== 'Team' || isValid),
    [review, isValid],
  );
  const isTeam = status.plan === 'Team';
  const asksLicenses = review !== undefined && !isTeam;
  return (
    <Stack gap={4}>
      <RadioGroup
        label={planMessages.billedBy}
        value={interval}
        onChange={setInterval}
        options={[
          { value: 'month', label: planMessages.monthly },
          { value: 'year', label: planMessages.yearly },
        ]}
      />
      {asksLicenses && (
        <NumberField
          label={planMessages.teamLicenses}
          help={planMessages.licenseHelp(teamMinimum)}
          error={isValid ? undefined : planMessages.licenseInvalid(teamMinimum)}
          min={teamMinimum}
          value={licenses}
          onChange={setLicenses}
        />
      )}
      <Table
        label={planMessages.plans}
        columns={columns}
        rows={offersOf(status, prices, { interval, licenses: isTeam ? firstLicenses(status) : licenses })}
        rowKey={({ plan }) => plan}
      />
    </Stack>
  );
};
