import type { BodyOfResponse } from '@scangate/client';
import { useEffect } from 'react';
import { billingReaders, isPermitted } from './permissions.ts';
import { useSignedIn } from './session-context.ts';
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

/** Reads the billing state that the frame shows on every page, from the endpoint that the role may call. */
export const useBillingState = (): BillingState => {
  const { session, refresh } = useSignedIn();
  const isIdle = useIdle();
  const seesAmounts = isPermitted({ roles: billingReaders, notForClients: true }, session);
  const status = useRead('get-billing-status', undefined, { enabled: isIdle && seesAmounts, everyMs });
  const alert = useRead('get-credits-alert', undefined, { enabled: isIdle && !seesAmounts, everyMs });
  const plan = status.data?.plan ?? alert.data?.plan;
  // Somebody changed the plan while the page was open.
  useEffect(() => {
    if (plan !== undefined && plan !== session.plan) void refresh();
  }, [plan, session.plan, refresh]);
  // A client organization, which is never asked about here, has the history alone.
  return { status: status.data && 'hold' in status.data ? status.data : undefined, alert: alert.data };
};
