import type { ItemOf } from '@scangate/client';
import { useMemo, useState, type ReactElement } from 'react';
import { providerName, trustMessages } from '@scangate/console/messages/organization/trust.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { flag } from '@scangate/console/session/url-parameters.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { TrustDialog } from './trust-dialog.tsx';
import { TrustTest } from './trust-test.tsx';

type Rule = ItemOf<'list-trust-rules'>;

const parameters = { addRule: flag() } as const;

const claimsText = ({ match }: Rule): string =>
  Object.entries(match)
    .map(([claim, expected]) => `${claim}=${typeof expected === 'string' ? expected : expected.glob}`)
    .join(', ');

const repositoriesText = ({ repositories }: Rule): string => {
  if (Array.isArray(repositories)) return trustMessages.listed(repositories.length);
  return repositories === 'all' ? trustMessages.all : trustMessages.matching;
};

const columnsFor = (remove: (rule: Rule) => void): readonly Column<Rule>[] => [
  { key: 'name', title: trustMessages.name, cell: ({ name }) => <Text value={name} cut="middle" /> },
  {
    key: 'provider',
    title: trustMessages.provider,
    width: '9rem',
    cell: ({ provider }) => providerName(provider),
  },
  {
    key: 'claims',
    title: trustMessages.claims,
    hideBelow: 'narrow',
    cell: (rule) => <Text value={claimsText(rule)} cut="middle" />,
  },
  {
    key: 'repositories',
    title: trustMessages.repositories,
    hideBelow: 'narrow',
    width: '12rem',
    cell: repositoriesText,
  },
  {
    key: 'lastUsed',
    title: trustMessages.lastUsed,
    hideBelow: 'narrow',
    width: '9rem',
    cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? trustMessages.never : <Instant at={lastUsedAt} />),
  },
  {
    key: 'actions',
    title: trustMessages.actions,
    width: '6rem',
    cell: (rule) => (
      <Button kind="quiet" onClick={() => remove(rule)}>
        {trustMessages.remove}
      </Button>
    ),
  },
];

const RemoveDialog = ({ rule, onClose }: { rule: Rule; onClose: () => void }): ReactElement => {
  const remove = useAct('remove-trust-rule', { invalidates: ['list-trust-rules'], onDone: onClose });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={trustMessages.removeTitle(rule.name)}
      confirm={trustMessages.remove}
      typeToConfirm={rule.name}
      onConfirm={() => void remove.run({ params: { trustId: rule.trustId } })}
      busy={remove.isBusy}
      problem={remove.problem}
    >
      {trustMessages.removeText}
    </ConfirmDialog>
  );
};

/** Lists the pipelines that get in by what their CI signs. */
export const TrustTab = (): ReactElement => {
  const [{ addRule }, set] = useUrlState(parameters);
  const [removed, setRemoved] = useState<Rule>();
  const rules = useRead('list-trust-rules');
  const columns = useMemo(() => columnsFor(setRemoved), []);
  return (
    <Stack gap={6}>
      <Panel
        title={trustMessages.title}
        lead={trustMessages.lead}
        actions={
          <Button kind="primary" onClick={() => set({ addRule: true })}>
            {trustMessages.add}
          </Button>
        }
        reading={rules}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={trustMessages.empty}>{trustMessages.emptyHelp}</Empty>}
      >
        {({ items }) => (
          <Table
            label={trustMessages.title}
            columns={columns}
            rows={items}
            rowKey={({ trustId }) => trustId}
          />
        )}
      </Panel>
      <TrustTest />
      {removed && <RemoveDialog rule={removed} onClose={() => setRemoved(undefined)} />}
      {addRule && <TrustDialog onClose={() => set({ addRule: false }, { replace: true })} />}
    </Stack>
  );
};
