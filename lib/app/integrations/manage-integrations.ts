import { etagOf, requireIfMatch } from '@scangate/domain/etag';
import type { EventFilter } from '@scangate/domain/events/event-records';
import { requireRoom } from '@scangate/domain/event-subscribers/listening';
import { rememberAnswer, type IdempotentRequest } from '@scangate/domain/idempotency';
import type { Caller } from '@scangate/domain/identity/caller';
import * as rules from '@scangate/domain/integrations/integration-rules';
import { requireCredentialWith } from '@scangate/domain/integrations/requested-change';
import type { IntegrationKind } from '@scangate/domain/integrations/kinds/integration-kind';
import type { Ids } from '#ports/ids.ts';
import type { Providers } from '#ports/integrations/provider.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { SubscriberSecretContext, SecretDecrypter, SecretEncrypter } from '#ports/secret-cipher.ts';
import { findDelayed } from '../delivery/find-delayed.ts';
import { replayStoredResponse } from '../replay-stored-response.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { findSubscriber, loadSubscribers } from '../delivery/load-subscribers.ts';
import { loadIntegration } from './load-integration.ts';
import { openConnection } from './open-connection.ts';
import { requireRepositories } from './require-connected-repositories.ts';
import { tryConnection } from './try-connection.ts';

type Reads = 'organization' | 'subscriber' | 'repository' | 'delivery' | 'idempotency';
type Writes = 'organization' | 'subscriber' | 'auditEvent' | 'delivery' | 'idempotency';

export interface IntegrationPorts {
  store: Pick<Store<Reads, Writes>, 'get' | 'load' | 'list' | 'listDue' | 'commit'>;
  providers: Providers;
  subscriberSecrets: SecretEncrypter<SubscriberSecretContext>;
  ids: Ids;
}

export interface IntegrationRequest {
  kind: IntegrationKind;
  name: string;
  types?: string[] | undefined;
  filter?: EventFilter | undefined;
  settings: Record<string, unknown>;
  credential: Record<string, unknown>;
}

/**
 * Creates an integration, after the provider has accepted its settings and credential.
 * @throws Replay, or Problem limit_reached, repository_not_found, integration_refused or temporarily_unavailable.
 */
export const createIntegration = async (
  ports: IntegrationPorts,
  {
    caller,
    request,
    idempotency,
  }: { caller: Caller; request: IntegrationRequest; idempotency: IdempotentRequest | undefined },
  now: Date,
) => {
  const { store, providers, subscriberSecrets, ids } = ports;
  const { organizationId, personId } = caller;
  const { credential, kind, settings, filter } = request;
  await replayStoredResponse(idempotency, store, now);
  requireRoom((await loadSubscribers(store, organizationId)).organization, 'integrations');
  await requireRepositories(store, organizationId, { filter, settings });
  const target = await tryConnection(providers, kind, { settings, credential });
  const subscriberId = ids.uuid();
  const sealed = await subscriberSecrets.encrypt(JSON.stringify(credential), {
    organization: organizationId,
    subscriber: subscriberId,
  });
  const by = { createdAt: now.toISOString(), createdBy: personId };
  const made = { ...request, organizationId, subscriberId, credential: sealed, target, ...by };
  const integration = rules.newIntegration(made);
  const answer = {
    status: 201 as const,
    headers: {
      ETag: etagOf(integration),
      Location: `/v1/integrations/${subscriberId}`,
    },
    body: rules.integrationView(integration, caller.plan),
  };
  return retryOnConflict(limits.changeSubscribers, async () => {
    const loaded = await loadSubscribers(store, organizationId);
    await commitOrThrow(store, [
      ...rememberAnswer(idempotency, answer, now),
      ...rules.createIntegration(caller, { ...loaded, integration }),
    ]);
    return answer;
  });
};

export interface IntegrationChange extends rules.IntegrationEdit {
  credential?: Record<string, unknown> | undefined;
}

interface Named {
  caller: Caller;
  integrationId: string;
}

/** Tries the settings with the provider, and seals a new credential. */
const tried = async (
  { providers, subscriberSecrets }: Pick<IntegrationPorts, 'providers' | 'subscriberSecrets'>,
  before: rules.Integration,
  { credential, settings = before.settings ?? {} }: IntegrationChange,
): Promise<{ sealed: string; target: string } | undefined> => {
  if (!credential) return undefined;
  const target = await tryConnection(providers, before.kind, { settings, credential });
  const { organizationId: organization, subscriberId: subscriber } = before;
  const sealed = await subscriberSecrets.encrypt(JSON.stringify(credential), { organization, subscriber });
  return { sealed, target };
};

/**
 * Changes an integration. Settings that affect the provider are tried, and require the credential again: the service
 * does not open the stored one for this.
 * @throws Problem integration_not_found, precondition_required, etag_mismatch, validation_failed,
 * repository_not_found, integration_refused or temporarily_unavailable.
 */
export const changeIntegration = async (
  ports: Omit<IntegrationPorts, 'ids'>,
  {
    caller,
    integrationId: subscriberId,
    ifMatch,
    change,
  }: Named & { ifMatch: string | undefined; change: IntegrationChange },
  now: Date,
) => {
  const { store } = ports;
  const { organizationId, plan } = caller;
  const first = await loadIntegration(store, { organizationId, subscriberId });
  requireIfMatch(ifMatch, etagOf(first), 'integration');
  const checked = requireCredentialWith(first, change);
  await requireRepositories(store, organizationId, {
    filter: change.filter ?? undefined,
    settings: checked.settings,
  });
  const fresh = await tried(ports, first, checked);
  const { credential: _credential, ...edit } = checked;
  return retryOnConflict(limits.changeSubscribers, async () => {
    const loaded = await loadSubscribers(store, organizationId);
    const before = rules.requireIntegration(findSubscriber(loaded, subscriberId));
    requireIfMatch(ifMatch, etagOf(before), 'integration');
    const mayRestart = edit.enabled === true || fresh !== undefined;
    const delayed = mayRestart ? await findDelayed(store, before, now) : [];
    const { integration, changes } = rules.changeIntegration(
      caller,
      { ...loaded, before, delayed },
      { edit, at: now.toISOString(), ...fresh },
    );
    if (changes.length > 0) await commitOrThrow(store, changes);
    return {
      headers: { ETag: etagOf(integration) },
      body: rules.integrationView(integration, plan),
    };
  });
};

/** Removes an integration. @throws Problem integration_not_found */
export const removeIntegration = async (
  { store }: Pick<IntegrationPorts, 'store'>,
  { caller, integrationId: subscriberId }: Named,
  now: Date,
): Promise<void> =>
  retryOnConflict(limits.changeSubscribers, async () => {
    const loaded = await loadSubscribers(store, caller.organizationId);
    const before = rules.requireIntegration(findSubscriber(loaded, subscriberId));
    await commitOrThrow(store, rules.removeIntegration(caller, { ...loaded, before }, now.toISOString()));
  });

/**
 * Tries an integration as stored. A chat shows a line.
 * @throws Problem integration_not_found, integration_refused or temporarily_unavailable
 */
export const testIntegration = async (
  ports: Pick<IntegrationPorts, 'store' | 'providers'> & {
    subscriberSecrets: SecretDecrypter<SubscriberSecretContext>;
  },
  { caller, integrationId: subscriberId }: Named,
  now: Date,
): Promise<{ target: string }> => {
  const { store, providers, subscriberSecrets } = ports;
  const { organizationId } = caller;
  const found = await loadIntegration(store, { organizationId, subscriberId });
  const connection = await openConnection(subscriberSecrets, found);
  // The action is recorded first: a test that the provider refuses also counts.
  await commitOrThrow(store, [rules.integrationTested(caller, found, now.toISOString())]);
  return { target: await tryConnection(providers, found.kind, connection) };
};
