import { useParams } from '@tanstack/react-router';
import { useMemo, type ReactElement } from 'react';
import {
  integrationKind,
  integrationMessages,
} from '@scangate/console/messages/organization/integrations.ts';
import { eventName, webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useVersion, type Version } from '@scangate/console/session/use-shared-edit.ts';
import { useRepositoryNames } from '../pickers/use-repository-names.ts';
import { DeliveryLog } from '../webhooks/deliveries/delivery-log.tsx';
import { filterFacts } from '../webhooks/filter-facts.tsx';
import { SubscriberStatus } from '../webhooks/subscriber-status.tsx';
import { IntegrationActions } from './integration-actions.tsx';
import { isKnownKind, kindFields } from './integration-kinds.ts';
import { repositoriesIn, type Integration } from './integration-request.ts';
import { TicketList } from './ticket-list.tsx';

interface ContentProps {
  current: Version<Integration>;
  refetch: () => unknown;
}

const Content = ({ current, refetch }: ContentProps): ReactElement => {
  const { value: integration } = current;
  const { integrationId, name, kind, types, filter, target, lastDeliveredAt } = integration;
  const ids = useMemo(() => repositoriesIn(integration), [integration]);
  const repositories = useRepositoryNames(ids);
  const filtered = repositories?.filter(({ repositoryId }) => filter?.repositoryIds?.includes(repositoryId));
  return (
    <Stack gap={6}>
      <Panel
        title={<Text value={name} cut="middle" />}
        actions={<IntegrationActions current={current} repositories={repositories} refetch={refetch} />}
      >
        <KeyValue
          items={[
            { label: integrationMessages.kind, value: integrationKind(kind) },
            ...(target === undefined
              ? []
              : [{ label: integrationMessages.target, value: <Text value={target} /> }]),
            { label: webhookMessages.events, value: <Text value={types.map(eventName).join(', ')} /> },
            ...filterFacts(filter, filtered),
            { label: integrationMessages.status, value: <SubscriberStatus {...integration} /> },
            {
              label: integrationMessages.delivered,
              value: lastDeliveredAt === undefined ? webhookMessages.never : <Instant at={lastDeliveredAt} />,
            },
          ]}
        />
      </Panel>
      {isKnownKind(kind) && kindFields[kind].isTracker && <TicketList integrationId={integrationId} />}
      <DeliveryLog of="integration" id={integrationId} />
    </Stack>
  );
};

/** One integration: its state, its tickets and its log. */
export default function IntegrationPage(): ReactElement {
  const { integrationId = '' } = useParams({ strict: false }) as { integrationId?: string };
  const integration = useVersion('get-integration', { params: { integrationId } });
  return (
    <Page title={pageTitles.integration}>
      <Panel reading={integration} rows={8}>
        {(current) => <Content current={current} refetch={integration.refetch} />}
      </Panel>
    </Page>
  );
}
