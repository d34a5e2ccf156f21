import { consoleUrl } from '@scangate/domain/console-pages';
import { shownUserCode } from '@scangate/domain/identity/device/device-secrets';
import * as rules from '@scangate/domain/identity/device/start-device-login';
import type { Ids } from '#ports/ids.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';

interface StartPorts {
  store: Pick<Store<'deviceLogin' | 'deviceUserCode'>, 'commit'>;
  publicAddress: PublicAddress;
  ids: Ids;
}

/**
 * Starts the login of a command line: only this response has its codes. If the deployment has no public URL, the URL
 * of the page begins with its path.
 */
export const startDeviceLogin = async ({ store, publicAddress, ids }: StartPorts, now: Date) => {
  const publicUrl = ((await publicAddress.url()) ?? '').replace(/\/$/, '');
  const { deviceCode, userCode } = await retryOnConflict(limits.startDeviceLogin, async () => {
    const started = rules.startDeviceLogin(ids.bytes(92), now);
    await commitOrThrow(store, started.changes);
    return started;
  });
  return {
    deviceCode,
    userCode: shownUserCode(userCode),
    verificationUri: consoleUrl(publicUrl, 'device'),
    expiresIn: rules.deviceLimits.lifeSeconds,
    interval: rules.deviceLimits.intervalSeconds,
  };
};
