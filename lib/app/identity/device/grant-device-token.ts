import type { DeviceDecision, DeviceLogin } from '@scangate/domain/identity/device/device-records';
import { isDeviceCode, randomnessOfToken } from '@scangate/domain/identity/device/device-secrets';
import * as rules from '@scangate/domain/identity/device/grant-device-token';
import { tokenIssued } from '@scangate/domain/events/emit/token';
import { generateToken, tokenHash, tokenView } from '@scangate/domain/identity/tokens';
import { Problem } from '@scangate/domain/problem';
import type { Token } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, listAll, type Store } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { bumpTokensVersion } from '../issued-tokens.ts';

type Records = 'deviceLogin' | 'token' | 'auditEvent' | 'organization' | 'storedEvent';

interface GrantPorts {
  store: Pick<Store<Records | 'member' | 'account', Records>, 'get' | 'load' | 'list' | 'commit'>;
  ids: Ids;
}

const consistent = { consistent: true } as const;

/** Loads everything on which a token of the person currently depends. */
const loadFacts = async (
  store: GrantPorts['store'],
  { organizationId, personId, billingAccountId }: DeviceDecision,
): Promise<rules.GrantFacts> => {
  const [organization, member, account] = await store.load(
    [
      { record: 'organization', id: { organizationId } },
      { record: 'member', id: { organizationId, personId } },
      { record: 'account', id: { accountId: billingAccountId } },
    ] as const,
    consistent,
  );
  const owner = { listedOf: organizationId };
  const tokens = await Array.fromAsync(listAll(store, { list: 'issuedTokens', owner }));
  return { organization, member, account, tokens };
};

const answerOf = (secret: string, token: Token) => ({ ...tokenView(token), token: secret });

/** Makes the token of an approved login, or returns why there is none. */
const grant = async (
  { store, ids }: GrantPorts,
  { deviceCode, login, decision }: { deviceCode: string; login: DeviceLogin; decision: DeviceDecision },
  now: string,
) => {
  const facts = await loadFacts(store, decision);
  const order = { tokenId: ids.uuid(), random: randomnessOfToken(deviceCode), now };
  const made = rules.grantDeviceToken(decision, facts, order);
  const { secret, token, organization, changes } = made;
  await commitOrThrow(store, [
    rules.pollOf(login, { state: 'granted' }, now),
    ...changes,
    bumpTokensVersion(organization),
    ...tokenIssued(organization, token),
  ]);
  return answerOf(secret, token);
};

/** Returns the token again to a client that lost the response. Once the token is used, its device code is worthless. */
const grantAgain = async (
  { store }: GrantPorts,
  { deviceCode, login }: { deviceCode: string; login: DeviceLogin },
  now: string,
) => {
  const secret = generateToken('personal', randomnessOfToken(deviceCode));
  const token = await store.get('token', { tokenHash: tokenHash(secret) }, consistent);
  const isUnused = token && token.lastUsedAt === undefined && token.revokedAt === undefined;
  await commitOrThrow(store, [rules.pollOf(login, {}, now)]);
  if (!isUnused) throw rules.expiredToken();
  return answerOf(secret, token);
};

/**
 * Turns the refusal of a personal token into an error of RFC 8628: nothing that the command line could do changes
 * it.
 */
const asAccessDenied = (error: unknown): unknown =>
  error instanceof Problem && error.status < 500 && error.code !== 'access_denied'
    ? rules.accessDenied(error.message)
    : error;

const poll = async (ports: GrantPorts, deviceCode: string, now: string) => {
  const { store } = ports;
  const login = await store.get('deviceLogin', { deviceHash: tokenHash(deviceCode) }, consistent);
  const polled = rules.decidePoll(login, now);
  if ('problem' in polled) {
    await commitOrThrow(store, polled.changes);
    throw polled.problem;
  }
  if (!login) throw rules.expiredToken();
  if (polled.isGranted) return grantAgain(ports, { deviceCode, login }, now);
  try {
    return await grant(ports, { deviceCode, login, decision: polled.decision }, now);
  } catch (error) {
    throw asAccessDenied(error);
  }
};

/**
 * Responds to a poll of a command line: with its token once the person has approved, which is made then and returned
 * to this device code alone (docs/adr/0092-device-login.md).
 * @throws Problem authorization_pending, slow_down, access_denied or expired_token.
 */
export const grantDeviceToken = async (ports: GrantPorts, deviceCode: string, now: Date) => {
  if (!isDeviceCode(deviceCode)) throw rules.expiredToken();
  return retryOnConflict(limits.grantDeviceToken, () => poll(ports, deviceCode, now.toISOString()));
};
