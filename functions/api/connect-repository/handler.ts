import { chooseFullName } from '@scangate/domain/repositories/repository-full-name';
import { rememberAnswer } from '@scangate/domain/idempotency';
import { Problem, Transient } from '@scangate/domain/problem';
import type { Repository, EncryptedCredential } from '@scangate/domain/records';
import {
  connectRepository,
  managedRepositoryView,
  repositoryNameTaken,
  requireRepositoryCapacity,
  rootUnit,
} from '@scangate/domain/repositories/repositories';
import { parseRepositoryUrl, readAllowedSources } from '@scangate/domain/repositories/repository-url';
import { SourceFailure, type SourceLocation, type Sources } from '#ports/sources.ts';
import { commitOrThrow } from '#ports/store.ts';
import type { VaultSealer } from '#ports/vault.ts';
import { env } from '#runtime/env.ts';
import { replayIfAnswered } from '#app/replay-if-answered.ts';
import { serve } from '#runtime/serve.ts';
import { wireSources } from '#runtime/wire/sources.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireVaultSealer } from '#runtime/wire/vault.ts';
import { endpoint } from './endpoint.ts';

/** The gateway gives up after 29 s; a host that takes longer to say who it is is not reachable. */
const verifyMs = 20_000;

/** Whatever keeps the host from answering is the request's matter here, not a failure of ours. */
const verify = async (sources: Sources, location: SourceLocation) => {
  const signal = AbortSignal.timeout(verifyMs);
  try {
    return await sources.verify(location, signal);
  } catch (error) {
    if (error instanceof SourceFailure) {
      const { errorCode, message, retryAfterSeconds } = error;
      throw new Problem('repository_unreachable', { detail: message, errorCode, retryAfterSeconds });
    }
    if (signal.aborted || error instanceof Transient) {
      throw new Problem('repository_unreachable', { detail: 'The host does not answer.' });
    }
    throw error;
  }
};

type Credential = NonNullable<SourceLocation['credential']>;

/** The credential as it is stored: unreadable but for who fetches. */
const sealed = async (
  { username, secret }: Credential,
  vault: VaultSealer,
  place: { organizationId: string; repositoryId: string },
): Promise<EncryptedCredential> => ({
  ...(username !== undefined && { username }),
  ciphertext: await vault.seal(secret, {
    organization: place.organizationId,
    repository: place.repositoryId,
  }),
});

export const handler = serve(
  endpoint,
  { store: wireStore, vault: wireVaultSealer, sources: wireSources },
  async ({ caller, body, idempotency, ids, now }, { store, vault, sources }) => {
    const { organizationId } = caller;
    const { credential } = body;
    const address = parseRepositoryUrl(body.url, readAllowedSources(env('ALLOWED_SOURCES')));
    const fullName = chooseFullName(body.fullName, address.fullName);
    const [organization, name] = await store.load(
      [
        { record: 'organization', id: { organizationId } },
        { record: 'repositoryName', id: { organizationId, name: fullName.toLowerCase() } },
      ],
      // A place or a name that was freed a moment ago is free.
      { consistent: true },
    );
    if (!organization) throw new Problem('not_found');
    await replayIfAnswered(idempotency, store, now);
    if (name?.repositoryId) throw repositoryNameTaken(fullName);
    requireRepositoryCapacity(organization, caller.plan);

    const seen = await verify(sources, { url: address.url, ...(credential && { credential }) });
    const repositoryId = ids.uuid();
    const repository: Repository = {
      organizationId,
      repositoryId,
      fullName,
      url: address.url,
      provider: seen.provider,
      defaultBranch: body.defaultBranch ?? seen.defaultBranch,
      ...(credential && { credential: await sealed(credential, vault, { organizationId, repositoryId }) }),
      units: [rootUnit(repositoryId, fullName)],
      unitsVersion: 0,
      connectedAt: now.toISOString(),
      connectedBy: caller.personId,
    };
    const answer = { status: 201 as const, body: managedRepositoryView(repository) };
    await commitOrThrow(store, [
      ...rememberAnswer(idempotency, answer, now),
      ...connectRepository(caller, repository),
    ]);
    return answer;
  },
);
