import type {
  RequestedArtifact,
  KnownArtifact,
  PomSnapshot,
  PublishedPoms,
} from '@scangate/engines/model/poms/published-poms';
import type { Answer } from './sandbox-process.ts';
import type { ChildChannel } from './child-channel.ts';

/** The limit of artifacts per question. */
const maxArtifacts = 2000;
const maxVersions = 20_000;

const artifactIn = (asked: unknown): RequestedArtifact => {
  const { name, versions, listsVersions } = (asked ?? {}) as Partial<RequestedArtifact>;
  if (
    typeof name === 'string' &&
    Array.isArray(versions) &&
    versions.every((version) => typeof version === 'string')
  )
    return { name, versions, ...(listsVersions === true && { listsVersions }) };
  throw new Error('the sandbox asks with something else');
};

async function* json(value: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(value));
}

/**
 * Answers questions of a sandbox about published poms, all of them by the snapshot that was current at the first
 * one.
 */
export const pomAnswers = (published: PublishedPoms): Record<'pom-snapshot' | 'poms', Answer> => {
  let current: Promise<PomSnapshot | undefined> | undefined;
  return {
    'pom-snapshot': async function* () {
      current ??= published.snapshot();
      yield* json((await current) ?? null);
    },
    poms: async function* (question) {
      const artifacts = (question as { artifacts?: unknown }).artifacts;
      const snapshot = await current;
      if (!snapshot || !Array.isArray(artifacts) || artifacts.length > maxArtifacts)
        throw new Error('the sandbox asks with something else');
      const asked = artifacts.map(artifactIn);
      if (asked.reduce((sum, { versions }) => sum + versions.length, 0) > maxVersions)
        throw new Error('the sandbox asks for too much');
      yield* json(await published.load(asked, snapshot));
    },
  };
};

/** Requests published poms through the pipe. */
export const remotePublishedPoms = (channel: ChildChannel): PublishedPoms => ({
  snapshot: async () => (channel.askValue('pom-snapshot', null) as PomSnapshot | null) ?? undefined,
  load: async (artifacts) => channel.askValue('poms', { artifacts }) as KnownArtifact[],
});
