import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { providerName, trustMessages } from '@scangate/console/messages/organization/trust.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { flag } from '@scangate/console/session/url-parameters.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { usePeople } from '@scangate/console/session/use-people.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { TrustActDialog, TrustMenu, type TrustAction } from './trust-actions.tsx';
import { TrustDialog } from './trust-dialog.tsx';
import type { TrustRule } from './trust-request.ts';
import { TrustTest } from './trust-test.tsx';

type Rule = TrustRule;

const none: readonly Rule[] = [];

const parameters = { addRule: flag() } as const;

const claimsText = ({ match }: Rule): string =>
  Object.entries(match)
    .map(([claim, expected]) => `${claim}=${typeof expected === 'string' ? expected : expected.glob}`)
    .join(', ');

const repositoriesText = ({ repositories }: Rule): string => {
  if (Array.isArray(repositories)) return trustMessages.listed(repositories.length);
  return repositories === 'all' ? trustMessages.all : trustMessages.matching;
};

interface ColumnNeeds {
  nameOf: (personId: string) => string;
  onAct: (act: TrustAction) => void;
}

const columnsFor = ({ nameOf, onAct }: ColumnNeeds): readonly Column<Rule>[] => [
  { key: 'name', title: trustMessages.name, cell: ({ name }) => <Text value={name} cut="middle" /> },
  {
    key: 'provider',
    title: trustMessages.provider,
    width: '9rem',
    hideBelow: 'narrow',
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
    width: '11rem',
    cell: repositoriesText,
  },
  {
    key: 'responsible',
    title: trustMessages.responsible,
    hideBelow: 'narrow',
    width: '8rem',
    cell: ({ personId }) => <Text value={nameOf(personId)} cut="middle" />,
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
    cell: (rule) => <TrustMenu rule={rule} onAct={onAct} />,
  },
];

/** Names the people whom rules act for; without the names of others there is one's own alone. */
const useResponsible = (rules: readonly Rule[]): ((personId: string) => string) => {
  const { personId: own } = useSession().person;
  const isForeign = rules.some(({ personId }) => personId !== own);
  const { nameOf, isComplete } = usePeople(isForeign);
  return useCallback(
    (personId) => {
      if (personId === own) return trustMessages.you;
      return nameOf(personId) ?? (isComplete ? trustMessages.nobody : '');
    },
    [own, nameOf, isComplete],
  );
};

/** Lists the pipelines that get in by what their CI signs. */
export const TrustTab = (): ReactElement => {
  const [{ addRule }, set] = useUrlState(parameters);
  const [act, setAct] = useState<TrustAction>();
  const rules = useRead('list-trust-rules');
  const nameOf = useResponsible(rules.data?.items ?? none);
  const columns = useMemo(() => columnsFor({ nameOf, onAct: setAct }), [nameOf]);
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
      {act && <TrustActDialog act={act} onClose={() => setAct(undefined)} />}
      {addRule && <TrustDialog onClose={() => set({ addRule: false }, { replace: true })} />}
    </Stack>
  );
};
