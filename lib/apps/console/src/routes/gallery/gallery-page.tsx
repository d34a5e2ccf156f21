import { useMemo, useState, type ReactElement } from 'react';
import { galleryMessages } from '@scangate/console/messages/gallery.ts';
import { roleName } from '@scangate/console/messages/capabilities.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { SessionContext, type SignedIn } from '@scangate/console/session/session-context.ts';
import type { Role } from '@scangate/console/session/session.ts';
import { publicClient } from '@scangate/console/session/sign-in/boot.ts';
import { FormSection } from './form-section.tsx';
import { OverlaySection } from './overlay-section.tsx';
import { sampleSession } from './samples.ts';
import { StateSection } from './state-section.tsx';
import { TableSection } from './table-section.tsx';
import { ActionSection, BadgeSection, TextSection, TypeSection } from './text-section.tsx';

const roles: readonly Role[] = ['owner', 'admin', 'billing', 'member'];

/** Every part in every state, in local builds alone. */
export default function GalleryPage(): ReactElement {
  const [role, setRole] = useState<Role>('owner');
  const signedIn = useMemo(
    (): SignedIn => ({
      session: sampleSession(role),
      client: publicClient(),
      refresh: async () => undefined,
    }),
    [role],
  );
  return (
    <SessionContext value={signedIn}>
      <main>
        <Page title={pageTitles.gallery} lead={galleryMessages.lead}>
          <RadioGroup
            label={roleName(role)}
            value={role}
            onChange={setRole}
            options={roles.map((value) => ({ value, label: roleName(value) }))}
          />
          <TypeSection />
          <ActionSection />
          <TextSection />
          <BadgeSection />
          <FormSection />
          <TableSection />
          <OverlaySection />
          <StateSection />
        </Page>
      </main>
    </SessionContext>
  );
}
