import type { Finding } from '@scangate/client';
import type { ReactElement } from 'react';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { SeverityBadge, StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { RowButton } from '@scangate/console/parts/tables/row-button.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { fileInRepository, type CodePlace } from '../scan-data.ts';
import styles from './finding-row.module.css';

/** Shows what a finding is about: a package, or a file with its line. */
export const subjectOf = (finding: Finding, unitPaths: CodePlace['unitPaths']): string => {
  if ('packageName' in finding && finding.packageName !== undefined)
    return finding.version === undefined ? finding.packageName : `${finding.packageName}@${finding.version}`;
  const path = fileInRepository(unitPaths, finding);
  return finding.line === undefined ? path : `${path}:${finding.line}`;
};

const ruleOf = (finding: Finding): string => {
  if (finding.kind === 'vulnerability') return finding.advisoryId;
  if (finding.kind === 'license') return finding.license;
  return 'rule' in finding ? finding.rule : '';
};

const StateOf = ({ finding }: { finding: Finding }): ReactElement | null => {
  if (finding.waived) return <StatusBadge tone="muted">{findingMessages.waived}</StatusBadge>;
  return finding.suppressed ? <StatusBadge tone="muted">{findingMessages.suppressed}</StatusBadge> : null;
};

const nameColumns = (onOpen: (finding: Finding) => void): readonly Column<Finding>[] => [
  {
    key: 'severity',
    title: findingMessages.severity,
    width: '6rem',
    cell: (finding) => <SeverityBadge severity={finding.severity} />,
  },
  {
    key: 'finding',
    title: findingMessages.finding,
    cell: (finding) => (
      <RowButton onClick={() => onOpen(finding)}>
        <Text value={finding.title} cut="middle" tail={0} />
      </RowButton>
    ),
  },
];

const whereColumn = (unitPaths: CodePlace['unitPaths']): Column<Finding> => ({
  key: 'where',
  title: findingMessages.where,
  width: '20%',
  hideBelow: 'narrow',
  cell: (finding) => (
    <code className={styles['where']}>
      <Text value={subjectOf(finding, unitPaths)} cut="middle" />
    </code>
  ),
});

const moreColumns: readonly Column<Finding>[] = [
  {
    key: 'rule',
    title: findingMessages.rule,
    width: '11rem',
    hideBelow: 'narrow',
    cell: (finding) => (
      <code className={styles['where']}>
        <Text value={ruleOf(finding)} cut="middle" />
      </code>
    ),
  },
  {
    key: 'kind',
    title: findingMessages.kind,
    width: '8rem',
    hideBelow: 'narrow',
    cell: (finding) => wordFor(findingMessages.kinds, finding.kind),
  },
  {
    key: 'state',
    title: findingMessages.state,
    width: '5.5rem',
    hideBelow: 'narrow',
    cell: (finding) => <StateOf finding={finding} />,
  },
];

interface FindingColumnsOptions {
  unitPaths: CodePlace['unitPaths'];
  onOpen: (finding: Finding) => void;
  /** Whether a finding is open beside the list, which leaves room for its name alone. */
  isSplit: boolean;
}

/** The columns of a scan's findings. On a narrow screen the open finding says what they leave out. */
export const findingColumns = (options: FindingColumnsOptions): readonly Column<Finding>[] => {
  const columns = [...nameColumns(options.onOpen), whereColumn(options.unitPaths)];
  return options.isSplit ? columns : [...columns, ...moreColumns];
};
