import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { usageMessages } from '@scangate/console/messages/billing/usage.ts';
import { millisecondsPerDay } from '@scangate/console/messages/calendar.ts';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { serverNow } from '@scangate/console/session/browser/server-time.ts';
import { choice, type UrlState } from '@scangate/console/session/url-parameters.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import type { BillingStatus } from '../billing-status.ts';
import { BurnDown } from './burn-down.tsx';
import { ForecastPanel } from './forecast-panel.tsx';
import { PoolBalance } from './pool-balance.tsx';
import { UsageGroups } from './usage-groups.tsx';
import { isUsed, UsageDays } from './usage-days.tsx';

const pools = ['core', 'sast'] as const;
const groupings = ['day', 'repository', 'person', 'trigger'] as const;
const spans = ['30', '90', '365'] as const;
const parameters = {
  pool: choice(pools, 'core'),
  by: choice(groupings, 'day'),
  days: choice(spans, '30'),
} as const;

type Usage = BodyOfResponse<'get-usage', 200>;
export type UsageDay = Extract<Usage['items'][number], { day: string }>;
export type UsageGroup = Exclude<Usage['items'][number], { day: string }>;

const dayText = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The days of a report that ends today, in UTC as the service counts. */
const rangeOf = (days: number): { from: string; to: string } => ({
  from: dayText(serverNow() - (days - 1) * millisecondsPerDay),
  to: dayText(serverNow()),
});

const Report = ({ usage, by }: { usage: Usage; by: (typeof groupings)[number] }): ReactElement =>
  by === 'day' ? (
    <UsageDays days={usage.items as UsageDay[]} />
  ) : (
    <UsageGroups groups={usage.items as UsageGroup[]} by={by} />
  );

interface ChoicesProps {
  values: UrlState<typeof parameters>;
  onChange: (changes: Partial<UrlState<typeof parameters>>) => void;
}

const Choices = ({ values: { pool, by, days }, onChange: set }: ChoicesProps): ReactElement => (
  <Row gap={4}>
    <Select
      label={usageMessages.pool}
      value={pool}
      onChange={(chosen) => set({ pool: chosen })}
      options={pools.map((value) => ({ value, label: usageMessages[value] }))}
    />
    <Select
      label={usageMessages.period}
      value={days}
      onChange={(chosen) => set({ days: chosen })}
      options={spans.map((value) => ({ value, label: usageMessages.last(Number(value)) }))}
    />
    <Select
      label={usageMessages.by}
      value={by}
      onChange={(chosen) => set({ by: chosen })}
      options={groupings.map((value) => ({ value, label: usageMessages[value] }))}
    />
  </Row>
);

/** Shows what a pool holds, how it was used, and how long it lasts. */
export const CreditsView = ({ status }: { status: BillingStatus }): ReactElement => {
  const [values, set] = useUrlState(parameters);
  const { pool, by, days } = values;
  const forecast = useRead('get-forecast');
  const query = { pool, by, ...rangeOf(Number(days)) };
  const usage = useRead('get-usage', { query });
  const csv = `/billing/usage.csv?${new URLSearchParams(query).toString()}`;
  return (
    <Stack gap={6}>
      <Choices values={values} onChange={set} />
      <PoolBalance status={status} pool={pool} />
      <Panel title={usageMessages.forecast} reading={forecast} rows={4}>
        {(data) => <ForecastPanel forecast={data} pool={pool} />}
      </Panel>
      <Panel
        title={by === 'day' ? usageMessages.byDay : usageMessages.groups}
        actions={<a href={csv}>{usageMessages.csv}</a>}
        reading={usage}
        rows={8}
        isEmpty={({ items }) => !isUsed(items)}
        empty={<Empty title={usageMessages.empty}>{usageMessages.emptyHelp}</Empty>}
      >
        {(data) => (
          <Stack gap={5}>
            {by === 'day' && (
              <BurnDown days={data.items as UsageDay[]} forecast={forecast.data?.pools[pool]} />
            )}
            <Report usage={data} by={by} />
          </Stack>
        )}
      </Panel>
    </Stack>
  );
};
