import type { ReactElement } from 'react';
import { verdictWords, wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { overviewMessages } from '@scangate/console/messages/overview.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { Overview } from './overview-page.tsx';
import styles from './gate-list.module.css';

/** The scans that are queued or run. */
export const ActiveScans = ({ active }: Pick<Overview, 'active'>): ReactElement | null => {
  if (active.length === 0) return null;
  return (
    <Panel title={overviewMessages.active}>
      <ul className={styles['list']}>
        {active.map(({ scanId, fullName, branch, commitHash, status, createdAt, startedAt }) => (
          <li key={scanId} className={styles['gate']}>
            <StatusBadge tone="accent">{wordFor(verdictWords.statuses, status)}</StatusBadge>
            <span className={styles['name']}>
              <Link to="scans/$scanId" params={{ scanId }} kind="row">
                <Text value={fullName} cut="middle" tail={20} />
              </Link>
            </span>
            <code className={styles['reason']}>
              <Text value={branch ?? commitHash} cut="middle" />
            </code>
            <span className={styles['when']}>
              {fill(overviewMessages.started, { when: <Instant at={startedAt ?? createdAt} /> })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
};
