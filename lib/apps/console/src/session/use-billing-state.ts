import type { BodyOfResponse } from '@scangate/client';
import { billingReaders, isPermitted } from './permissions.ts';
import { useSession } from './session-context.ts';
import { useIdle } from './browser/use-idle.ts';
import { useRead } from './use-read.ts';

const everyMs = 60_000;

type Status = BodyOfResponse<'get-billing-status', 200>;

interface BillingState {
  /** For who may see amounts. */
  status: Extract<Status, { hold: unknown }> | undefined;
  /** For everybody else: whether credits run out. */
  alert: BodyOfResponse<'get-credits-alert'> | undefined;
}

/** Reads what the frame says about money on every page, by the endpoint that the role may ask. */
export const useBillingState = (): BillingState => {
  const session = useSession();
  const isIdle = useIdle();
  const seesAmounts = isPermitted({ roles: billingReaders, notForClients: true }, session);
  const status = useRead('get-billing-status', undefined, { enabled: isIdle && seesAmounts, everyMs });
  const alert = useRead('get-credits-alert', undefined, { enabled: isIdle && !seesAmounts, everyMs });
  // A client organization, which is never asked about here, has the history alone.
  return { status: status.data && 'hold' in status.data ? status.data : undefined, alert: alert.data };
};
