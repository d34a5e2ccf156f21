import type { ReactElement } from 'react';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { settingsMessages } from '@scangate/console/messages/organization/settings.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { isPermitted, managers, owners } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { CloseOrganization } from './close-organization.tsx';
import { ExportPanel } from './export-panel.tsx';
import { OrganizationName } from './organization-name.tsx';
import { RetentionPanel } from './retention-panel.tsx';

/** The page has what is set for the organization as a whole, and how to leave. */
export default function SettingsPage(): ReactElement {
  const session = useSession();
  const organization = useRead('get-organization');
  const isOwner = owners.includes(session.role);
  return (
    <Page title={pageTitles.settings}>
      <Stack gap={6}>
        <Panel title={settingsMessages.organization} reading={organization} rows={3}>
          {(data) => <OrganizationName organization={data} />}
        </Panel>
        {isPermitted({ roles: managers, notForClients: true }, session) && <RetentionPanel />}
        {isOwner && <ExportPanel />}
        {isOwner && organization.data && <CloseOrganization organization={organization.data} />}
      </Stack>
    </Page>
  );
}
