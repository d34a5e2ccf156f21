import type { ReactElement } from 'react';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { tokenMessages } from '@scangate/console/messages/organization/tokens.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { TabPanel, Tabs } from '@scangate/console/parts/layout/tabs.tsx';
import { managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { choice } from '@scangate/console/session/url-parameters.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { TrustTab } from './trust/trust-tab.tsx';
import { TokenList } from './token-list.tsx';

const views = ['tokens', 'trust'] as const;
const parameters = { tab: choice(views, 'tokens') } as const;

/** The page says how pipelines and command lines get in: by a token, or by the identity of a pipeline. */
export default function TokensPage(): ReactElement {
  const { role } = useSession();
  const [{ tab: wanted }, set] = useUrlState(parameters);
  // Trust rules are the managers'; anybody has tokens of their own.
  if (!managers.includes(role))
    return (
      <Page title={pageTitles.tokens}>
        <TokenList />
      </Page>
    );
  return (
    <Page
      title={pageTitles.tokens}
      tabs={
        <Tabs
          label={tokenMessages.views}
          items={views.map((value) => ({ value, label: tokenMessages[value] }))}
          value={wanted}
          onChange={(tab) => set({ tab })}
        />
      }
    >
      <TabPanel value={wanted}>{wanted === 'trust' ? <TrustTab /> : <TokenList />}</TabPanel>
    </Page>
  );
}
