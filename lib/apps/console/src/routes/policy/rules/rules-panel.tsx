import { useState, type ReactElement } from 'react';
import { customRulesMessages as words } from '@scangate/console/messages/gate/custom-rules.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { SeverityBadge } from '@scangate/console/parts/status/badge.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { isPermitted, managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useVersion } from '@scangate/console/session/use-shared-edit.ts';
import { RuleDetails } from './rule-details.tsx';
import { RulesForm } from './rules-form.tsx';
import type { CustomRule } from './rules-file.ts';

const columnsFor = (shown: string | undefined, onShow: (id: string) => void): Column<CustomRule>[] => [
  { key: 'rule', title: words.rule, cell: ({ id }) => <Text value={`custom/${id}`} cut="middle" /> },
  {
    key: 'severity',
    title: words.severity,
    width: '7rem',
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    key: 'subject',
    title: words.subject,
    width: '7rem',
    hideBelow: 'narrow',
    cell: (rule) => (rule.kind === 'secret' ? words.secrets : <Text value={rule.language} />),
  },
  {
    key: 'title',
    title: words.title,
    hideBelow: 'narrow',
    cell: ({ title }) => <Text value={title} />,
  },
  {
    key: 'details',
    title: words.details,
    width: '5rem',
    cell: ({ id }) => {
      const isShown = id === shown;
      const label = (isShown ? words.hide : words.show)(`custom/${id}`);
      return (
        <Button kind="quiet" icon={isShown ? 'down' : 'right'} label={label} onClick={() => onShow(id)} />
      );
    },
  },
];

interface RulesListProps {
  rules: readonly CustomRule[];
  digest: string | undefined;
  etag: string;
}

const RulesList = ({ rules, digest, etag }: RulesListProps): ReactElement => {
  const [shownId, setShown] = useState<string | undefined>(undefined);
  const remove = useApiAction('change-rules', { invalidates: ['get-rules', 'get-gate'] });
  const canRemove = isPermitted({ roles: managers }, useSession());
  const shown = rules.find(({ id }) => id === shownId);
  const toggle = (id: string): void => setShown(id === shown?.id ? undefined : id);
  const removeShown = (): void => {
    const rest = rules.filter((rule) => rule !== shown);
    void remove.run({ headers: { 'If-Match': etag }, body: { rules: rest } });
  };
  return (
    <Stack gap={2}>
      <Table
        label={words.panel}
        columns={columnsFor(shown?.id, toggle)}
        rows={rules}
        rowKey={({ id }) => id}
      />
      {digest !== undefined && (
        <>
          <KeyValue items={[{ label: words.digest, value: <Code value={digest} cut="middle" /> }]} />
          <p>{words.digestHelp}</p>
        </>
      )}
      {shown && <RuleDetails rule={shown} />}
      {shown && canRemove && (
        <Row>
          <Button kind="danger" busy={remove.isBusy} onClick={removeShown}>
            {words.remove(`custom/${shown.id}`)}
          </Button>
        </Row>
      )}
      {remove.problem !== undefined && remove.problem !== null && <ProblemPanel error={remove.problem} />}
    </Stack>
  );
};

/** The rules of the organization beside those of the engines, with what each was tried on, and a file that replaces them. */
export const RulesPanel = (): ReactElement => {
  const reading = useVersion('get-rules');
  const canChange = isPermitted({ roles: managers, capability: 'policy_complete' }, useSession());
  const current = reading.data && { value: reading.data.value.rules, etag: reading.data.etag };
  return (
    <>
      <Panel
        title={words.panel}
        lead={words.lead}
        reading={reading}
        rows={2}
        isEmpty={({ value }) => value.rules.length === 0}
        empty={<p>{words.none}</p>}
      >
        {({ value: { rules, digest }, etag }) => <RulesList rules={rules} digest={digest} etag={etag} />}
      </Panel>
      {canChange && current && <RulesForm current={current} />}
    </>
  );
};
