import type { ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { overviewMessages } from '@scangate/console/messages/overview.ts';
import { severityName } from '@scangate/console/messages/risk.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { StackPlot } from '@scangate/console/plots/stack-plot.tsx';
import { useRead } from '@scangate/console/session/use-read.ts';
import { CreditForecast } from './credit-forecast.tsx';
import { summaryOf } from './trend-summary.ts';
import styles from './trend.module.css';

const layers = (['unknown', 'low', 'medium', 'high', 'critical'] as const).map((id) => ({
  id,
  name: severityName(id),
  tone: id,
}));

/** The findings of the last days, how long a fix takes, and what is left to spend. */
export default function Trend(): ReactElement {
  const reading = useRead('get-trends', { query: { days: 30 } });
  return (
    <div className={styles['columns']}>
      <Panel reading={reading} rows={5}>
        {({ days }) =>
          days.some(({ open }) => Object.values(open).some((count) => count > 0)) ? (
            <StackPlot
              title={overviewMessages.trend}
              unit={overviewMessages.trendUnit}
              layers={layers}
              days={days.map(({ day, open }) => ({ day, counts: open }))}
            />
          ) : (
            <Empty title={overviewMessages.trend}>{overviewMessages.noFindings}</Empty>
          )
        }
      </Panel>
      <div className={styles['side']}>
        {reading.data && (
          <Panel title={overviewMessages.lastDays}>
            <KeyValue
              items={summaryOf(reading.data.days).map(({ label, value }) => ({
                label,
                value: typeof value === 'number' ? number(value) : value,
              }))}
            />
          </Panel>
        )}
        <CreditForecast />
      </div>
    </div>
  );
}
