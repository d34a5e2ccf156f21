import type { BodyOfResponse } from '@scangate/client';
import { lazy, Suspense, type ReactElement } from 'react';
import { overviewMessages } from '@scangate/console/messages/overview.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { isPermitted, scanners } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useIdle } from '@scangate/console/session/browser/use-idle.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { ActiveScans } from './active-scans.tsx';
import { FailingGates } from './failing-gates.tsx';
import { OverviewFacts } from './overview-facts.tsx';
import styles from './overview-page.module.css';

// The plots and amounts come after what needs a person.
const Trend = lazy(() => import('./trend.tsx'));

export type Overview = BodyOfResponse<'get-overview'>;

const runningMs = 10_000;

/** Shows first what needs a person, then why, then what helps. */
export default function OverviewPage(): ReactElement {
  const session = useSession();
  const reading = useRead('get-overview', undefined, {
    everyMs: ({ active }) => active.length > 0 && runningMs,
  });
  const isIdle = useIdle();
  const { data } = reading;
  // Without a repository the first step is another one, which the page names.
  const isEmpty = data && data.failingCount + data.passing + data.neverScanned === 0;
  const canScan = !isEmpty && isPermitted({ roles: scanners }, session);
  return (
    <Page
      title={pageTitles.overview}
      lead={data && overviewMessages.lead({ ...data, failing: data.failingCount })}
      actions={
        canScan && (
          <Link to="new-scan" kind="primary">
            {overviewMessages.scan}
          </Link>
        )
      }
    >
      <Panel reading={reading} rows={8}>
        {(overview) => (
          <div className={styles['sections']}>
            <FailingGates overview={overview} />
            <ActiveScans active={overview.active} />
            <OverviewFacts overview={overview} />
          </div>
        )}
      </Panel>
      {isIdle && data && (
        <Suspense fallback={null}>
          <Trend />
        </Suspense>
      )}
    </Page>
  );
}
