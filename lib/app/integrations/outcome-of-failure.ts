import type { SendOutcome } from '@scangate/domain/delivery/send-outcome';
import type { DeliveryAttempt } from '@scangate/domain/events/event-records';
import type { ProviderFailure } from '#ports/integrations/provider.ts';

const stopping = { refused: 'credential_refused', gone: 'gone' } as const;

/** Decides what a failure of a provider means for a delivery: it is retried, or needs somebody to act. */
export const outcomeOfFailure = (
  { details }: ProviderFailure,
  tried: Pick<DeliveryAttempt, 'at' | 'milliseconds'>,
): SendOutcome => {
  const { reason, cause, status, detail, retryAfterSeconds } = details;
  const attempt: DeliveryAttempt = {
    ...tried,
    ...(status !== undefined && { status }),
    cause,
    excerpt: detail,
  };
  if (reason === 'refused' || reason === 'gone') return { kind: 'stop', attempt, cause: stopping[reason] };
  return {
    kind: 'failed',
    attempt,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
};
