import { chooseFullName } from '../../../lib/domain/full-name.ts';
import { rememberAnswer } from '../../../lib/domain/idempotency.ts';
import { Problem, Transient } from '../../../lib/domain/problem.ts';
import type { Repository, SealedCredential } from '../../../lib/domain/records.ts';
import {
  connectRepository,
  managedRepositoryView,
  nameTaken,
  requireRoom,
  rootUnit,
} from '../../../lib/domain/repositories.ts';
import { parseRepositoryUrl, readAllowedSources } from '../../../lib/domain/repository-url.ts';
import { SourceFailure, type SourceLocation, type Sources } from '../../../lib/ports/sources.ts';
import { commitOrThrow } from '../../../lib/ports/store.ts';
import type { VaultSealer } from '../../../lib/ports/vault.ts';
import { env } from '../../../lib/runtime/env.ts';
import { refuseAnswered } from '../../../lib/runtime/refuse-answered.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireSources } from '../../../lib/runtime/wire/sources.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireSealer } from '../../../lib/runtime/wire/vault.ts';
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
): Promise<SealedCredential> => ({
  ...(username !== undefined && { username }),
  ciphertext: await vault.seal(secret, {
    organization: place.organizationId,
    repository: place.repositoryId,
  }),
});

export const handler = serve(
  endpoint,
  { store: wireStore, vault: wireSealer, sources: wireSources },
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
    await refuseAnswered(idempotency, store, now);
    if (name?.repositoryId) throw nameTaken(fullName);
    requireRoom(organization, caller.plan);

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
