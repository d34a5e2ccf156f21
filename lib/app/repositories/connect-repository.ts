import { repositoryConnected } from '@scangate/domain/events/emit/repository';
import { rememberAnswer, type IdempotentRequest } from '@scangate/domain/idempotency';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { Organization, Repository } from '@scangate/domain/records';
import * as rules from '@scangate/domain/repositories/connect-repository';
import { rootUnit } from '@scangate/domain/repositories/register-units';
import { chooseFullName } from '@scangate/domain/repositories/repository-full-name';
import { requireRepositoryCapacity } from '@scangate/domain/repositories/repository-limit';
import { parseRepositoryUrl, type AllowedSources } from '@scangate/domain/repositories/repository-url';
import { managedRepositoryView } from '@scangate/domain/repositories/repository-view';
import type { Ids } from '#ports/ids.ts';
import type { SourceCheck, OpenedCredential } from '#ports/git-sources.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { SecretEncrypter } from '#ports/secret-cipher.ts';
import { replayStoredResponse } from '../replay-stored-response.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { claimMonth, type WaiverRecord } from '../waivers/waiver-store.ts';
import { encryptCredential } from './encrypt-credential.ts';
import { verifyRepositoryAccess } from './verify-repository-access.ts';

type Records = 'rateMinute' | 'repositoryName' | 'storedEvent' | WaiverRecord;

export interface ConnectionPorts {
  store: Pick<Store<Records>, 'load' | 'get' | 'commit'>;
  repositorySecrets: SecretEncrypter;
  sourceCheck: SourceCheck;
  ids: Ids;
}

export interface ConnectionRequest {
  caller: Caller;
  /** The sources that the deployment permits. */
  allowedSources: AllowedSources;
  url: string;
  fullName?: string | undefined;
  credential?: OpenedCredential;
  defaultBranch?: string | undefined;
  idempotency: IdempotentRequest | undefined;
}

/**
 * Refuses early, without contacting the host. The transaction decides again.
 * @returns the organization.
 */
const requireConnectable = async (
  { store }: Pick<ConnectionPorts, 'store'>,
  { caller, idempotency, fullName }: ConnectionRequest & { fullName: string },
  now: Date,
): Promise<Organization> => {
  const { organizationId, plan } = caller;
  const [organization, name] = await store.load(
    [
      { record: 'organization', id: { organizationId } },
      { record: 'repositoryName', id: { organizationId, name: fullName.toLowerCase() } },
    ],
    // A slot or a name that was just freed is free.
    { consistent: true },
  );
  if (!organization) throw new Problem('not_found');
  await replayStoredResponse(idempotency, store, now);
  if (name?.repositoryId) throw rules.repositoryNameTaken(fullName);
  requireRepositoryCapacity(organization, plan);
  return organization;
};

/**
 * Connects a git repository after it has verified URL and credential at the host.
 * @returns the view of the new repository.
 * @throws Replay, or Problem repository_url_invalid, repository_unreachable, rate_limited, entitlement_denied,
 *   conflict or seat_license_required.
 */
export const connectRepository = async (ports: ConnectionPorts, request: ConnectionRequest, now: Date) => {
  const { store, repositorySecrets, ids } = ports;
  const { caller, credential, idempotency } = request;
  const { organizationId } = caller;
  const location = parseRepositoryUrl(request.url, request.allowedSources);
  const fullName = chooseFullName(request.fullName, location.fullName);
  const organization = await requireConnectable(ports, { ...request, fullName }, now);

  const repositoryId = ids.uuid();
  const place = { organizationId, repositoryId };
  const source = {
    ...place,
    url: location.url,
    ...(credential && { credential: await encryptCredential(credential, repositorySecrets, place) }),
  };
  const verified = await verifyRepositoryAccess(
    ports,
    { repository: source, branch: request.defaultBranch },
    now,
  );
  const { defaultBranch = verified.defaultBranch } = request;
  const repository: Repository = {
    ...source,
    fullName,
    provider: verified.provider,
    defaultBranch,
    units: [rootUnit(repositoryId, fullName)],
    unitsVersion: 0,
    connectedAt: now.toISOString(),
    connectedBy: caller.personId,
  };
  const body = managedRepositoryView(repository);
  // Connecting claims the person's license of the month, as scanning does (docs/adr/0068-credentials-and-lineage.md).
  await retryOnConflict(limits.changeRepository, async () =>
    commitOrThrow(store, [
      ...rememberAnswer(idempotency, { status: 201, body }, now),
      ...rules.connectRepository(caller, repository),
      ...(await claimMonth(store, caller, now)),
      ...repositoryConnected(organization, repository),
    ]),
  );
  return body;
};
