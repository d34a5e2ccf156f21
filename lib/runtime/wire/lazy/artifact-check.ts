import type { ArtifactCheck } from '#ports/artifact-check.ts';
import { once } from './once.ts';

export const wireLazyArtifactCheck = (): ArtifactCheck => {
  const adapter = once(async () => (await import('#runtime/wire/artifact-check.ts')).wireArtifactCheck());
  return { check: async (artifact) => (await adapter()).check(artifact) };
};
