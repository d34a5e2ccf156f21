import type { ReactElement } from 'react';
import { reasonWords } from '@scangate/console/messages/gate/verdicts.ts';
import { overviewMessages } from '@scangate/console/messages/overview.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { VerdictBadge } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { isPermitted, managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { Overview } from './overview-page.tsx';
import styles from './gate-list.module.css';

interface FailingGatesProps {
  overview: Overview;
}

const Gate = ({ gate }: { gate: Overview['failing'][number] }): ReactElement => (
  <li className={styles['gate']}>
    <VerdictBadge verdict={gate.verdict} />
    <span className={styles['name']}>
      <Link to="scans/$scanId" params={{ scanId: gate.scanId }} kind="row">
        <Text value={gate.fullName} cut="middle" tail={20} />
      </Link>
      <code className={styles['branch']}>
        <Text value={gate.branch} cut="middle" />
      </code>
    </span>
    <span className={styles['reason']}>{reasonWords(gate.reason)}</span>
    <span className={styles['when']}>
      {fill(overviewMessages.since, { when: <Instant at={gate.failingSince} /> })}
    </span>
  </li>
);

/** Says what the first step is, when no gate fails. */
const NothingFails = ({ overview }: FailingGatesProps): ReactElement => {
  const canConnect = isPermitted({ roles: managers }, useSession());
  const { passing, neverScanned } = overview;
  if (passing > 0) return <Empty title={overviewMessages.allPassTitle}>{overviewMessages.allPass}</Empty>;
  if (neverScanned > 0)
    return <Empty title={overviewMessages.unscannedTitle}>{overviewMessages.unscanned}</Empty>;
  return (
    <Empty
      title={overviewMessages.nothingTitle}
      action={
        canConnect && (
          <Link to="connect-repository" kind="primary">
            {overviewMessages.connect}
          </Link>
        )
      }
    >
      {canConnect ? overviewMessages.nothing : overviewMessages.nothingToMembers}
    </Empty>
  );
};

/** The gates that need a person: which, why, and since when. */
export const FailingGates = ({ overview }: FailingGatesProps): ReactElement => {
  const { failing, failingCount } = overview;
  if (failing.length === 0) return <NothingFails overview={overview} />;
  return (
    <Panel title={overviewMessages.failing} lead={overviewMessages.failingLead}>
      <ul className={styles['list']}>
        {failing.map((gate) => (
          <Gate key={gate.scanId} gate={gate} />
        ))}
      </ul>
      {failingCount > failing.length && (
        <p className={styles['when']}>{overviewMessages.latest(failing.length, failingCount)}</p>
      )}
    </Panel>
  );
};
