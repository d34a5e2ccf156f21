import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { eventName, webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useVersion, type Version } from '@scangate/console/session/use-shared-edit.ts';
import type { ChosenRepository } from '../pickers/repository-picker.tsx';
import { useRepositoryNames } from '../pickers/use-repository-names.ts';
import { DeliveryLog } from './deliveries/delivery-log.tsx';
import { filterFacts } from './filter-facts.tsx';
import { SubscriberStatus } from './subscriber-status.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import type { Webhook } from './webhook-request.ts';

interface FactsProps {
  webhook: Webhook;
  repositories: readonly ChosenRepository[] | undefined;
}

const Facts = ({ webhook, repositories }: FactsProps): ReactElement => {
  const { url, events, filter, lastDeliveredAt, oldSecretSignsUntil } = webhook;
  return (
    <KeyValue
      items={[
        { label: webhookMessages.url, value: <Text value={url} /> },
        { label: webhookMessages.status, value: <SubscriberStatus {...webhook} /> },
        { label: webhookMessages.events, value: <Text value={events.map(eventName).join(', ')} /> },
        ...filterFacts(filter, repositories),
        {
          label: webhookMessages.delivered,
          value: lastDeliveredAt === undefined ? webhookMessages.never : <Instant at={lastDeliveredAt} />,
        },
        ...(oldSecretSignsUntil === undefined
          ? []
          : [{ label: webhookMessages.oldSecret, value: <Instant at={oldSecretSignsUntil} /> }]),
      ]}
    />
  );
};

const none: readonly string[] = [];

const Content = ({
  current,
  refetch,
}: {
  current: Version<Webhook>;
  refetch: () => unknown;
}): ReactElement => {
  const { value: webhook } = current;
  const repositories = useRepositoryNames(webhook.filter?.repositoryIds ?? none);
  return (
    <Stack gap={6}>
      <Panel
        title={<Text value={webhook.name} cut="middle" />}
        actions={<WebhookActions current={current} repositories={repositories} refetch={refetch} />}
      >
        <Facts webhook={webhook} repositories={repositories} />
      </Panel>
      <DeliveryLog of="webhook" id={webhook.webhookId} />
    </Stack>
  );
};

/** One webhook: its settings, its acts and its log. */
export default function WebhookPage(): ReactElement {
  const { webhookId = '' } = useParams({ strict: false }) as { webhookId?: string };
  const webhook = useVersion('get-webhook', { params: { webhookId } });
  return (
    <Page title={pageTitles.webhook}>
      <Panel reading={webhook} rows={8}>
        {(current) => <Content current={current} refetch={webhook.refetch} />}
      </Panel>
    </Page>
  );
}
