import * as rules from '@scangate/domain/identity/device/decide-device-login';
import type { DeviceLogin } from '@scangate/domain/identity/device/device-records';
import { userCodeHash } from '@scangate/domain/identity/device/device-secrets';
import { countTry } from '@scangate/domain/identity/device/device-tries';
import type { Caller } from '@scangate/domain/identity/caller';
import { requireCapability } from '@scangate/domain/plans/plans';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { loadIssued } from '../issued-tokens.ts';

type Writes = 'deviceLogin' | 'deviceTries' | 'auditEvent';
export type DeviceStore = Pick<
  Store<Writes | 'deviceUserCode' | 'organization' | 'token', Writes>,
  'get' | 'list' | 'commit'
>;

interface Typed {
  caller: Caller;
  userCode: string;
}

const consistent = { consistent: true } as const;

/** Counts the code that a person types, and then looks up the login that waits with it. */
const findLogin = async (
  store: DeviceStore,
  { caller: { personId }, userCode }: Typed,
  now: Date,
): Promise<() => Promise<DeviceLogin | undefined>> => {
  await retryOnConflict(limits.decideDeviceLogin, async () => {
    const counted = await store.get('deviceTries', { triesOf: personId }, consistent);
    await commitOrThrow(store, [countTry(personId, counted, now)]);
  });
  const id = { userCodeHash: userCodeHash(userCode) };
  const found = await store.get('deviceUserCode', id, consistent);
  return async () => found && store.get('deviceLogin', { deviceHash: found.deviceHash }, consistent);
};

/**
 * Approves a command line by the code that it shows. Its token acts for the caller, in the organization of the
 * session.
 * @throws Problem entitlement_denied, rate_limited, user_code_not_found, insufficient_scope, validation_failed or
 * conflict.
 */
export const approveDeviceLogin = async (
  store: DeviceStore,
  { approval, ...typed }: Typed & { approval: rules.DeviceApproval },
  now: Date,
) => {
  const { caller } = typed;
  requireCapability(caller.plan, 'api');
  const load = await findLogin(store, typed, now);
  return retryOnConflict(limits.decideDeviceLogin, async () => {
    const login = await load();
    if (!login) throw rules.userCodeNotFound();
    const facts = { login, ...(await loadIssued(store, caller)) };
    const { decision, changes } = rules.approveDeviceLogin({ caller, approval }, facts, now.toISOString());
    await commitOrThrow(store, changes);
    const { scopes, expiresInDays } = decision;
    return {
      status: 'approved' as const,
      ...(scopes && { scopes }),
      ...(expiresInDays !== undefined && { expiresInDays }),
    };
  });
};

/** Denies a command line by the code that it shows. @throws Problem rate_limited or user_code_not_found. */
export const denyDeviceLogin = async (store: DeviceStore, typed: Typed, now: Date) => {
  const load = await findLogin(store, typed, now);
  return retryOnConflict(limits.decideDeviceLogin, async () => {
    const changes = rules.denyDeviceLogin(typed.caller, await load(), now.toISOString());
    await commitOrThrow(store, changes);
    return { status: 'denied' as const };
  });
};
