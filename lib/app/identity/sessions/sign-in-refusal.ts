import { auditEvent } from '@scangate/domain/audit/audit-event';
import { requireNotErased } from '@scangate/domain/offboarding/require-not-erased';
import { Problem } from '@scangate/domain/problem';
import type { Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';

type RefusalCode = 'sign_in_failed' | 'sign_in_refused' | 'no_organization' | 'invitation_expired';

/**
 * A sign-in that starts no session. The reason is for the log and the audit log; the detail tells the person what to
 * do.
 */
export class SignInRefusal extends Problem {
  readonly reason: string;
  /** The organization that it was for, where that is known. */
  readonly organizationId: string | undefined;

  constructor(
    code: RefusalCode,
    {
      reason,
      detail,
      organizationId,
    }: { reason: string; detail: string; organizationId?: string | undefined },
  ) {
    super(code, { detail });
    this.reason = reason;
    this.organizationId = organizationId;
  }
}

/** The refusal of a response that belongs to no sign-in of this browser. */
export const signInFailed = (reason: string, organizationId?: string): SignInRefusal =>
  new SignInRefusal('sign_in_failed', {
    reason,
    detail: 'Start again in this browser, and finish within 10 minutes.',
    organizationId,
  });

interface RefusalPorts {
  store: Pick<Store<'auditEvent' | 'organization'>, 'commit'>;
  log: Pick<Log, 'warn'>;
}

/** Stores one event per organization, reason and minute, however many attempts there are. */
const recordRefusal = async (
  store: RefusalPorts['store'],
  { organizationId, reason }: { organizationId: string; reason: string },
  now: Date,
): Promise<void> => {
  const minute = `${now.toISOString().slice(0, 16)}:00.000Z`;
  // A condition fails for the second one within a minute, and for an erased organization, without further effect.
  await store.commit([
    requireNotErased(organizationId),
    auditEvent({
      organizationId,
      actor: { kind: 'system' },
      at: minute,
      action: 'session.refused',
      cause: `${reason}#${minute}`,
      after: { reason },
    }),
  ]);
};

/**
 * Runs a sign-in. A refusal becomes a log line, and an event of the organization if one is known; nothing else is
 * written.
 */
export const recordingRefusals = async <T>(
  { store, log }: RefusalPorts,
  now: Date,
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
    const { reason, organizationId } = error;
    log.warn('sign-in failed', { reason, ...(organizationId !== undefined && { organizationId }) });
    if (organizationId !== undefined) await recordRefusal(store, { organizationId, reason }, now);
    throw error;
  }
};
