import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { useMove } from '@scangate/console/parts/actions/use-move.ts';
import { LazyMenu } from '@scangate/console/parts/overlays/lazy-menu.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { chooseTheme, themes, useTheme } from '@scangate/console/session/browser/theme.ts';
import { useSignOut } from '@scangate/console/session/sign-in/use-sign-out.ts';
import { openOverlay } from '../keys/open-overlay.ts';
import styles from './sidebar.module.css';

/** The person of the session: their page, the theme, the keys, and the way out. */
export const AccountMenu = (): ReactElement => {
  const { person, organization, role, plan } = useSession();
  const { moveTo } = useMove();
  const theme = useTheme();
  const signOut = useSignOut();
  return (
    <div className={styles['account']}>
      <div className={styles['person']}>
        <Text value={person.email} cut="middle" tail={14} />
        <span className={styles['role']}>{frameMessages.role(role, plan)}</span>
      </div>
      <LazyMenu
        label={frameMessages.account}
        icon="more"
        kind="quiet"
        groups={[
          {
            items: [
              {
                label: pageTitles.you,
                onSelect: () => moveTo(pageHref(organization.organizationId, { to: 'you' })),
              },
              { label: frameMessages.keys, note: '?', onSelect: () => openOverlay('keys') },
            ],
          },
          {
            label: frameMessages.theme,
            items: themes.map((value) => ({
              label: frameMessages.themes[value],
              checked: value === theme,
              onSelect: () => chooseTheme(value),
            })),
          },
          { items: [{ label: frameMessages.signOut, onSelect: signOut.run }] },
        ]}
      />
      {signOut.problem !== undefined && <ProblemPanel error={signOut.problem} />}
    </div>
  );
};
