import type { ReactElement } from 'react';
import { lockMessages } from '@scangate/console/messages/capabilities.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Icon } from '@scangate/console/parts/text/icon.tsx';
import { billingManagers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { Capability, Role } from '@scangate/console/session/session.ts';
import styles from './locked.module.css';

interface LockedProps {
  capability: Capability;
  /** Set when the rest of the page is available, so that changing the plan is not its main action. */
  isPart?: boolean;
}

/**
 * Shown instead of something that the plan lacks: what it would provide, which plan has it, and who can change that.
 * It sends no request.
 */
export const Locked = ({ capability, isPart = false }: LockedProps): ReactElement => {
  const { plan, role, organization } = useSession();
  const canBuy = billingManagers.includes(role) && !organization.isClient;
  return (
    <div className={styles['locked']} data-access="locked">
      <Icon name="lock" />
      <div className={styles['words']}>
        <strong>{lockMessages.title(capability, plan)}</strong>
        <p>{lockMessages.gives(capability)}</p>
        <p className={styles['plans']}>{lockMessages.plans(capability)}</p>
        {canBuy ? (
          <div>
            <Link to="billing" search={{ tab: 'plan' }} kind={isPart ? 'button' : 'primary'}>
              {lockMessages.changePlan}
            </Link>
          </div>
        ) : (
          <p>{organization.isClient ? lockMessages.askParent : lockMessages.askBuyer}</p>
        )}
      </div>
    </div>
  );
};

/** Shown instead of something that only another role may see. */
export const Forbidden = ({ roles }: { roles: readonly Role[] }): ReactElement => {
  const { role } = useSession();
  return (
    <div className={styles['locked']} data-access="forbidden">
      <Icon name="lock" />
      <div className={styles['words']}>
        <strong>{lockMessages.forbiddenTitle}</strong>
        <p>{lockMessages.forbidden(roles, role)}</p>
      </div>
    </div>
  );
};

/** Shown instead of something that the parent of a client organization manages. */
export const ManagedByParent = (): ReactElement => (
  <div className={styles['locked']} data-access="managed-by-parent">
    <Icon name="lock" />
    <div className={styles['words']}>
      <strong>{lockMessages.managedTitle}</strong>
      <p>{lockMessages.managed}</p>
    </div>
  </div>
);
