import type { VerdictPayload } from '@scangate/client';
import type { ReactElement } from 'react';
import { scanMessages } from '@scangate/console/messages/gate/scan.ts';
import { verdictWords, wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { VerdictBadge } from '@scangate/console/parts/status/badge.tsx';
import { Code, Hash } from '@scangate/console/parts/text/code-text.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import styles from './verdict-block.module.css';

type Check = NonNullable<VerdictPayload['pullRequestCheck']>;

const countOf = ({ vulnerabilities, secrets, licenses }: Check['introduced']): number =>
  (vulnerabilities?.total ?? 0) + (secrets?.total ?? 0) + (licenses?.nonCompliant ?? 0);

/** Shows what only the history of the change has, and what could not be examined. */
const History = ({ history }: Pick<Check, 'history'>): ReactElement | null => {
  if (!history || (history.secrets.length === 0 && history.unread.length === 0)) return null;
  return (
    <ul>
      {history.secrets.map(({ fingerprint, rule, file, line, commitHash }) => (
        <li key={`${fingerprint} ${commitHash}`}>
          {fill(scanMessages.historySecret, {
            rule: <Code value={rule} />,
            place: <Code value={`${file}:${line}`} />,
            commit: <Hash value={commitHash} />,
          })}
        </li>
      ))}
      {history.unread.map((reason) => (
        <li key={reason}>{fill(scanMessages.historyUnread, { reason: <Text value={reason} /> })}</li>
      ))}
    </ul>
  );
};

/** The check of the pull request: what the change itself brings and takes away. */
export const PullRequestBlock = ({ check }: { check: Check }): ReactElement => (
  <Panel title={scanMessages.pullRequestTitle}>
    <Stack gap={2}>
      <Row>
        <VerdictBadge verdict={check.verdict} />
        <span>
          {check.reasons.map((reason) => wordFor(verdictWords.pullRequestReasons, reason)).join(', ')}
        </span>
        <span className={styles['meta']}>
          {scanMessages.pullRequestCounts(
            countOf(check.introduced),
            countOf(check.fixed),
            countOf(check.unchanged),
          )}
        </span>
      </Row>
      {!check.base.verified && <p className={styles['warning']}>{scanMessages.unverifiedBase}</p>}
      {check.coverageDropped.map(({ dimension, path, reason }) => (
        <p key={`${dimension} ${path}`} className={styles['warning']}>
          {fill(scanMessages.coverageDropped, {
            path: <Code value={path} />,
            reason: <Text value={reason} />,
          })}
        </p>
      ))}
      <History history={check.history} />
    </Stack>
  </Panel>
);
