import type { ReactElement, ReactNode } from 'react';
import { Locked } from '@scangate/console/parts/status/locked.tsx';
import { isPermitted } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { Capability } from '@scangate/console/session/session.ts';
import styles from './policy.module.css';

interface PolicySectionProps {
  title: string;
  /** Shows what the plan needs to change it. The stored policy stays in force without it. */
  capability: Capability;
  canEdit: boolean;
  children: ReactNode;
}

/** A part of the policy that one level of plans changes. Others read it. */
export const PolicySection = ({ title, capability, canEdit, children }: PolicySectionProps): ReactElement => {
  const isIncluded = isPermitted({ capability }, useSession());
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      {canEdit && !isIncluded && <Locked capability={capability} />}
      <fieldset disabled={!canEdit || !isIncluded} className={styles['fields']}>
        {children}
      </fieldset>
    </section>
  );
};
