import type { ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { overviewMessages } from '@scangate/console/messages/overview.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import type { Overview } from './overview-page.tsx';
import styles from './overview-facts.module.css';

/** Numbers that each lead to their list. */
export const OverviewFacts = ({ overview }: { overview: Overview }): ReactElement => {
  const { passing, neverScanned, waiversExpiring, snapshot } = overview;
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{overviewMessages.passing}</dt>
        <dd>
          <Link to="repositories">{number(passing)}</Link>
        </dd>
      </div>
      <div>
        <dt>{overviewMessages.neverScanned}</dt>
        <dd>
          <Link to="repositories">{number(neverScanned)}</Link>
        </dd>
      </div>
      <div>
        <dt>{overviewMessages.waiversExpiring}</dt>
        <dd>
          <Link to="waivers">{number(waiversExpiring)}</Link>
        </dd>
      </div>
      <div>
        <dt>{overviewMessages.advisories}</dt>
        <dd>
          {snapshot?.builtAt !== undefined
            ? fill(overviewMessages.advisoriesBuilt, { when: <Instant at={snapshot.builtAt} /> })
            : overviewMessages.noAdvisories}
        </dd>
      </div>
    </dl>
  );
};
