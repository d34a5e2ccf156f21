import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { trackedMessages } from '@scangate/console/messages/gate/tracked.ts';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { SeverityBadge, StatusBadge, type Tone } from '@scangate/console/parts/status/badge.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { RowButton } from '@scangate/console/parts/tables/row-button.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { People } from '@scangate/console/session/use-people.ts';

export type TrackedFinding = ItemOf<'list-tracked-findings'>;

export interface ColumnOptions {
  nameOf: People['nameOf'];
  onOpen: (finding: TrackedFinding) => void;
  /** Whether a finding is open beside the list, which leaves room for its name alone. */
  isSplit: boolean;
}

/** One finding of one unit; the same weakness may stand in several. */
export const keyOfTracked = ({ fingerprint, projectUnitId }: TrackedFinding): string =>
  `${fingerprint}.${projectUnitId}`;

const subjectOf = ({ packageName, packageVersion, unitPath, file }: TrackedFinding): string => {
  if (packageName !== undefined)
    return packageVersion === undefined ? packageName : `${packageName}@${packageVersion}`;
  return unitPath === '' ? file : `${unitPath}/${file}`;
};

const stateTones: Readonly<Record<string, Tone>> = { open: 'fail', waived: 'muted', fixed: 'pass' };

const Marks = ({ finding }: { finding: TrackedFinding }): ReactElement => (
  <>
    <StatusBadge tone={stateTones[finding.state] ?? 'muted'}>
      {wordFor(trackedMessages.states, finding.state)}
    </StatusBadge>
    {finding.knownExploited && <StatusBadge tone="fail">{trackedMessages.knownExploited}</StatusBadge>}
  </>
);

const mainColumns = ({ onOpen, isSplit }: ColumnOptions): readonly Column<TrackedFinding>[] => [
  {
    key: 'severity',
    title: findingMessages.severity,
    width: '6.5rem',
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
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
  {
    key: 'package',
    title: trackedMessages.package,
    width: isSplit ? '34%' : '20%',
    hideBelow: 'narrow',
    cell: (finding) => <Code value={subjectOf(finding)} cut="middle" />,
  },
];

const moreColumns = (nameOf: People['nameOf']): readonly Column<TrackedFinding>[] => [
  {
    key: 'repository',
    title: trackedMessages.repository,
    width: '14%',
    hideBelow: 'narrow',
    cell: ({ fullName = '' }) => <Text value={fullName} cut="middle" />,
  },
  {
    key: 'state',
    title: findingMessages.state,
    width: '6rem',
    hideBelow: 'narrow',
    cell: (finding) => <Marks finding={finding} />,
  },
  {
    key: 'assignee',
    title: trackedMessages.assignee,
    width: '10%',
    hideBelow: 'narrow',
    cell: ({ assignee }) =>
      assignee === null ? '' : <Text value={nameOf(assignee) ?? trackedMessages.somebody} cut="middle" />,
  },
  {
    key: 'seen',
    title: trackedMessages.seen,
    width: '7.5rem',
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ firstSeen }) => <Instant at={firstSeen.at} />,
  },
];

/** The columns of the organization's findings. */
export const trackedColumns = (options: ColumnOptions): readonly Column<TrackedFinding>[] => {
  const columns = mainColumns(options);
  return options.isSplit ? columns : [...columns, ...moreColumns(options.nameOf)];
};
