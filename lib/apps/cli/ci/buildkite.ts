import type { CiReader } from './ci-reader.ts';
import { changeNumber, fullHash, present, variablesOf, type CiVariables } from './ci-values.ts';
import { comparedCommit, revisionsOfBranch } from './compared-commit.ts';
import { isOtherRepository, repositoryName } from './repository-name.ts';

/** Buildkite sets `false` when there is none. */
const numberOf = ({ text }: CiVariables): number | undefined => {
  const given = text('BUILDKITE_PULL_REQUEST');
  return given === 'false' ? undefined : changeNumber('BUILDKITE_PULL_REQUEST', given);
};

const oidcCommand =
  'buildkite-agent oidc request-token --audience {audience} --claim organization_id,pipeline_id'.split(' ');

/** Buildkite. The branch of a fork comes as `owner:branch`. */
export const buildkite: CiReader = {
  host: 'buildkite',
  title: 'Buildkite',
  isHere: ({ BUILDKITE }) => BUILDKITE === 'true',
  read({ environment, git }) {
    const variables = variablesOf(environment);
    const { text, branch } = variables;
    const pullRequest = numberOf(variables);
    const targetBranch =
      branch('BUILDKITE_PULL_REQUEST_BASE_BRANCH') ?? branch('BUILDKITE_MERGE_QUEUE_BASE_BRANCH');
    const given = text('BUILDKITE_COMMIT');
    // A build that a person or a schedule starts has no hash.
    const commit = given === 'HEAD' ? git.resolve('HEAD') : fullHash('BUILDKITE_COMMIT', given);
    const isFork =
      pullRequest !== undefined &&
      isOtherRepository(text('BUILDKITE_PULL_REQUEST_REPO'), text('BUILDKITE_REPO'));
    const ownBranch = branch('BUILDKITE_BRANCH');
    const compared =
      targetBranch === undefined
        ? { notes: [] }
        : comparedCommit(git, {
            head: commit,
            target: revisionsOfBranch(targetBranch),
            targetName: targetBranch,
            cure: `Clone without a depth, and run git fetch origin ${targetBranch}.`,
          });
    const [id, attempt = '0'] = [text('BUILDKITE_BUILD_ID'), text('BUILDKITE_RETRY_COUNT')];
    return {
      host: 'buildkite',
      isFork,
      ...present({
        repository: repositoryName(text('BUILDKITE_REPO')),
        commit,
        branch: isFork ? ownBranch?.replace(/^[^:/]+:/, '') : ownBranch,
        tag: text('BUILDKITE_TAG'),
        pullRequest,
        targetBranch,
      }),
      ...(id !== undefined && { run: { id, attempt, job: text('BUILDKITE_STEP_ID') ?? '' } }),
      oidc: { kind: 'command', command: oidcCommand },
      ...compared,
    };
  },
};
