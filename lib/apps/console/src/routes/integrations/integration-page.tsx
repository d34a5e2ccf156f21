import type { BodyOfResponse } from '@scangate/client';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import {
  integrationKind,
  integrationMessages,
} from '@scangate/console/messages/organization/integrations.ts';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useVersion, type Version } from '@scangate/console/session/use-shared-edit.ts';
import { DeliveryLog } from '../webhooks/deliveries/delivery-log.tsx';
import { SubscriberStatus } from '../webhooks/subscriber-status.tsx';
import { IntegrationActions } from './integration-actions.tsx';
import { kindFields } from './integration-request.ts';
import { TicketList } from './ticket-list.tsx';

export type Integration = BodyOfResponse<'get-integration', 200>;

const Content = ({ current }: { current: Version<Integration> }): ReactElement => {
  const { value: integration } = current;
  const { integrationId, name, kind, target, lastDeliveredAt } = integration;
  return (
    <Stack gap={6}>
      <Panel title={<Text value={name} cut="middle" />} actions={<IntegrationActions current={current} />}>
        <KeyValue
          items={[
            { label: integrationMessages.kind, value: integrationKind(kind) },
            ...(target === undefined
              ? []
              : [{ label: integrationMessages.target, value: <Text value={target} /> }]),
            { label: integrationMessages.status, value: <SubscriberStatus {...integration} /> },
            {
              label: integrationMessages.delivered,
              value: lastDeliveredAt === undefined ? webhookMessages.never : <Instant at={lastDeliveredAt} />,
            },
          ]}
        />
      </Panel>
      {kindFields[kind].isTracker && <TicketList integrationId={integrationId} />}
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
        {(current) => <Content current={current} />}
      </Panel>
    </Page>
  );
}
