import type { CheckTarget, CheckWriter, CheckWriters } from '#ports/integrations/check-writer.ts';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { bitbucketCheckWriter } from './bitbucket/check-routes.ts';
import { bitbucketClient } from './bitbucket/client.ts';
import { githubCheckWriter } from './github/check-routes.ts';
import { githubClient, type GithubCredential } from './github/client.ts';
import { gitlabCheckWriter } from './gitlab/check-routes.ts';
import { gitlabClient } from './gitlab/client.ts';
import type { ReplacedOrigins } from './provider-origins.ts';
import { placeOf, type RepositoryPlace } from './repository-place.ts';

export interface CheckWritersOptions {
  fetch: OutboundFetch;
  now: () => Date;
  replaced?: ReplacedOrigins;
}

const githubCredential = ({ app, secret }: CheckTarget['credential']): GithubCredential =>
  app ? { ...app, privateKey: secret } : { token: secret };

const writerAt = (
  { origin, path }: RepositoryPlace,
  { api, credential }: CheckTarget,
  { fetch, now }: CheckWritersOptions,
): CheckWriter => {
  if (api === 'github')
    return githubCheckWriter(
      githubClient({ fetch, origin, now, credential: githubCredential(credential) }),
      path,
    );
  if (api === 'gitlab')
    return gitlabCheckWriter(gitlabClient({ fetch, origin, token: credential.secret }), path);
  return bitbucketCheckWriter(bitbucketClient({ fetch, origin, credential }), path);
};

/** Opens repositories at their hosts for writing, with their own credentials. */
export const checkWriters = (options: CheckWritersOptions): CheckWriters => ({
  open(target) {
    const place = placeOf(target, options.replaced ?? {});
    if (!place)
      throw new ProviderFailure({
        reason: 'invalid',
        cause: 'rejected',
        detail: `the host of the repository has no API of ${target.api}`,
      });
    return writerAt(place, target, options);
  },
});
