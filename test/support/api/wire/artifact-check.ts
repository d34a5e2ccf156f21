import { world } from '../endpoint-world.ts';

export const wireArtifactCheck = () => ({
  check: async (artifact: object) => {
    world.checked.push(artifact);
    return world.artifactVerdict;
  },
});
