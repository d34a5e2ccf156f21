import type { ReactElement } from 'react';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { ssoMessages } from '@scangate/console/messages/organization/sso.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { needsRecentSignIn, RecentSignIn } from '@scangate/console/parts/status/recent-sign-in.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useVersion } from '@scangate/console/session/use-shared-edit.ts';
import { DirectoryTokens } from './directory-tokens.tsx';
import { DomainList } from './domain-list.tsx';
import { SsoForm } from './sso-form.tsx';

/** The page says how people of the organization sign in by its own issuer. */
export default function SsoPage(): ReactElement {
  const { capabilities } = useSession();
  const isFull = capabilities.includes('sso_full');
  const sso = useVersion('get-sso');
  const domains = useRead('list-domains', undefined, { enabled: sso.isSuccess });
  if (needsRecentSignIn(sso.error))
    return (
      <Page title={pageTitles.sso}>
        <RecentSignIn onSignedIn={() => void sso.refetch()} />
      </Page>
    );
  // The list of domains stands first and has any length, so that nothing is shown before it.
  if (sso.isPending || (sso.isSuccess && domains.isPending))
    return (
      <Page title={pageTitles.sso}>
        <Panel reading={sso.isPending ? sso : domains} rows={12}>
          {() => null}
        </Panel>
      </Page>
    );
  return (
    <Page title={pageTitles.sso}>
      <Stack gap={6}>
        {sso.isSuccess && <DomainList domains={domains} />}
        <Panel title={ssoMessages.issuer} reading={sso} rows={6}>
          {(current) => (
            <>
              {!current.value.configured && <p>{ssoMessages.notConfigured}</p>}
              <SsoForm current={current} refetch={sso.refetch} isFull={isFull} />
            </>
          )}
        </Panel>
        {!isFull && <p>{ssoMessages.locked}</p>}
        {isFull && sso.isSuccess && <DirectoryTokens />}
      </Stack>
    </Page>
  );
}
