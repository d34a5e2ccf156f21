import type { ReactElement } from 'react';
import { changeMessages } from '@scangate/console/messages/gate/scan.ts';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { CauseText } from './cause-text.tsx';
import type { CodePlace, Explanation } from '../scan-data.ts';
import styles from './smallest-change.module.css';
import { causeOf } from './verdict-cause.ts';

type Change = Explanation['smallestChange']['changes'][number];

/** The direct dependencies to touch, where the package is not one itself. */
const throughOf = ({ packageName, version, via = [] }: Change): readonly string[] =>
  via.filter((direct) => direct !== `${packageName}@${version ?? ''}`);

const ChangeLine = ({ change }: { change: Change }): ReactElement => {
  const { action, packageName, version, upgradeTo, breaking, clears } = change;
  const through = throughOf(change);
  const what = version === undefined ? packageName : `${packageName}@${version}`;
  return (
    <li>
      <span>
        {fill(action === 'remove' ? changeMessages.remove : changeMessages.upgrade, {
          package: <Code value={what} />,
          version: <Code value={upgradeTo ?? ''} />,
        })}
      </span>
      {breaking === true && <StatusBadge tone="medium">{changeMessages.breaking}</StatusBadge>}
      <span className={styles['more']}>
        {through.length > 0 &&
          fill(changeMessages.through, { direct: <Code value={through.slice(0, 3).join(', ')} /> })}
        {through.length > 0 && ', '}
        {changeMessages.clears(clears.length)}
      </span>
    </li>
  );
};

interface SmallestChangeProps {
  change: Explanation['smallestChange'];
  place: CodePlace;
}

/** Speaks of no change where no dependency is at fault, only of what remains. */
const titleOf = ({ result, changes }: SmallestChangeProps['change']): string => {
  if (result === 'sufficient') return changeMessages.title;
  return changes.length === 0 ? changeMessages.insufficient : changeMessages.titleInsufficient;
};

const remainsShown = 3;

/** The least set of upgrades and removals after which the scan passes, or what stays open after all of them. */
export const SmallestChange = ({ change, place }: SmallestChangeProps): ReactElement | null => {
  const { result, changes, remains } = change;
  if (result === 'not_needed') return null;
  if (result === 'not_judged') return <p className={styles['note']}>{changeMessages.notJudged}</p>;
  const isEnough = result === 'sufficient';
  return (
    <section className={styles['change']}>
      <h2 className={styles['title']}>{titleOf(change)}</h2>
      <ul className={styles['list']}>
        {changes.map((one) => (
          <ChangeLine key={`${one.projectUnitId} ${one.packageName} ${one.version}`} change={one} />
        ))}
      </ul>
      {changes.length > 0 && (
        <p className={styles['note']}>{isEnough ? changeMessages.sufficient : changeMessages.insufficient}</p>
      )}
      {!isEnough && (
        <ul className={styles['list']}>
          {remains.findings.slice(0, remainsShown).map((finding) => (
            <li key={`${finding.projectUnitId} ${finding.fingerprint}`}>
              <span>
                <CauseText cause={causeOf(finding)} place={place} />
              </span>
            </li>
          ))}
          {remains.total > remainsShown && <li>{changeMessages.remains(remains.total - remainsShown)}</li>}
        </ul>
      )}
    </section>
  );
};
