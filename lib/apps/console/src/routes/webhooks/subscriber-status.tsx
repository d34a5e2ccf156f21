import type { ReactElement } from 'react';
import { causeText, webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';

interface Subscriber {
  enabled: boolean;
  paused: boolean;
  failures: number;
  disabled?: { cause: string };
}

/** Whether a webhook or an integration gets what happens. */
export const SubscriberStatus = ({ enabled, paused, failures, disabled }: Subscriber): ReactElement => {
  if (paused) return <StatusBadge tone="muted">{webhookMessages.paused}</StatusBadge>;
  if (!enabled)
    return (
      <StatusBadge tone={disabled && disabled.cause !== 'person' ? 'fail' : 'muted'}>
        {disabled ? causeText(disabled.cause) : webhookMessages.disabled}
      </StatusBadge>
    );
  if (failures > 0) return <StatusBadge tone="medium">{webhookMessages.failures(failures)}</StatusBadge>;
  return <StatusBadge tone="pass">{webhookMessages.enabled}</StatusBadge>;
};
