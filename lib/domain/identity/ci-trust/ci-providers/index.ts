import type { CiProvider } from '@scangate/domain/identity/identity-records';
import { azure } from './azure.ts';
import { bitbucket } from './bitbucket.ts';
import { buildkite } from './buildkite.ts';
import { circleci } from './circleci.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import type { CiProviderSpec } from './provider.ts';

/** Every CI whose JWTs can be exchanged. */
export const ciProviderSpecs: Readonly<Record<CiProvider, CiProviderSpec>> = {
  github,
  gitlab,
  bitbucket,
  circleci,
  buildkite,
  azure,
};
