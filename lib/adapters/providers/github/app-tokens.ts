import { ProviderFailure, type ProviderFailureReason } from '#ports/integrations/provider.ts';
import { SourceFailure, type AppTokens } from '#ports/git-sources.ts';
import type { CheckWritersOptions } from '../check-writers.ts';
import { placeOf } from '../repository-place.ts';
import { githubClient } from './client.ts';

const failures: Readonly<Record<ProviderFailureReason, [SourceFailure['errorCode'], string]>> = {
  refused: ['repo_access', 'GitHub refuses the App or its key.'],
  gone: ['repo_access', 'The App is not installed any more.'],
  limited: ['rate_limit', 'GitHub limits the requests of the App.'],
  unavailable: ['repo_access', 'GitHub makes no token for the App now.'],
  invalid: ['repo_access', 'GitHub makes no token for the App.'],
};

/** Obtains tokens of installations from the host of the repository itself. */
export const githubAppTokens =
  ({ fetch, now, replaced = {} }: CheckWritersOptions): AppTokens =>
  async ({ url, credential: { app, secret } }) => {
    const place = placeOf({ url, api: 'github', fullName: '' }, replaced);
    if (!place || !app) throw new SourceFailure('repo_access', 'The host of the repository takes no App.');
    const credential = { ...app, privateKey: secret };
    try {
      return await githubClient({ fetch, origin: place.origin, credential, now }).token();
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      const { reason, retryAfterSeconds } = error.details;
      throw new SourceFailure(...failures[reason], retryAfterSeconds);
    }
  };
