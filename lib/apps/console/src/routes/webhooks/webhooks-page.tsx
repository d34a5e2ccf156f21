import type { ReactElement } from 'react';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { TabPanel, Tabs } from '@scangate/console/parts/layout/tabs.tsx';
import { choice } from '@scangate/console/session/url-parameters.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { IntegrationList } from '../integrations/integration-list.tsx';
import { WebhookList } from './webhook-list.tsx';

const views = ['webhooks', 'integrations'] as const;
const parameters = { tab: choice(views, 'webhooks') } as const;

/** The page says who hears of events: own addresses, chats and trackers. */
export default function WebhooksPage(): ReactElement {
  const [{ tab }, set] = useUrlState(parameters);
  return (
    <Page
      title={pageTitles.webhooks}
      tabs={
        <Tabs
          label={webhookMessages.views}
          items={views.map((value) => ({ value, label: webhookMessages[value] }))}
          value={tab}
          onChange={(value) => set({ tab: value })}
        />
      }
    >
      <TabPanel value={tab}>{tab === 'webhooks' ? <WebhookList /> : <IntegrationList />}</TabPanel>
    </Page>
  );
}
