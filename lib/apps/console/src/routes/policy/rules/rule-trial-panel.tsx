import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { ruleTrialMessages } from '@scangate/console/messages/gate/custom-rules.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { SeverityBadge, StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';

type Trial = BodyOfResponse<'simulate-rules', 200>;
type TriedScan = Trial['scans'][number];

const columns: readonly Column<TriedScan['rules'][number]>[] = [
  {
    key: 'rule',
    title: ruleTrialMessages.rule,
    cell: ({ rule }) => <Text value={rule} cut="middle" />,
  },
  {
    key: 'severity',
    title: ruleTrialMessages.severity,
    width: '7rem',
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    key: 'findings',
    title: ruleTrialMessages.findings,
    width: '6rem',
    cell: ({ findings }) => number(findings),
  },
  {
    key: 'first',
    title: ruleTrialMessages.first,
    hideBelow: 'narrow',
    cell: ({ places: [first] }) => first && <Text value={`${first.file}:${first.line}`} cut="middle" />,
  },
];

const ScanOfTrial = ({ scan }: { scan: TriedScan }): ReactElement => {
  const { scanId, fullName, commitHash, wouldFail, rules, gaps } = scan;
  return (
    <Stack gap={2}>
      <Row>
        <Link to="scans/$scanId" params={{ scanId }}>
          <Text value={fullName} cut="middle" /> <code>{commitHash.slice(0, 12)}</code>
        </Link>
        <StatusBadge tone={wouldFail ? 'fail' : 'muted'}>
          {wouldFail ? ruleTrialMessages.wouldFail : ruleTrialMessages.wouldNotFail}
        </StatusBadge>
      </Row>
      {rules.length === 0 ? (
        <p>{ruleTrialMessages.nothing}</p>
      ) : (
        <Table
          label={ruleTrialMessages.list(fullName)}
          columns={columns}
          rows={rules}
          rowKey={({ rule }) => rule}
        />
      )}
      {gaps.map(({ reason, count = 1 }, at) => (
        <p key={at}>
          <Text value={ruleTrialMessages.gap(reason, count)} />
        </p>
      ))}
    </Stack>
  );
};

/** The findings of rules in the newest scans, before they judge. */
export const RuleTrialPanel = ({ trial }: { trial: Trial }): ReactElement => (
  <Panel title={ruleTrialMessages.title} lead={ruleTrialMessages.lead(trial.tried)}>
    <Stack gap={4}>
      {trial.scans.map((scan) => (
        <ScanOfTrial key={scan.scanId} scan={scan} />
      ))}
      {trial.notLookedAt.map(({ reason, scans }) => (
        <p key={reason}>
          <Text value={ruleTrialMessages.notLookedAt(scans, reason)} />
        </p>
      ))}
    </Stack>
  </Panel>
);
