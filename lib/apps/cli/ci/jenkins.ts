import type { CiReader } from './ci-reader.ts';
import { present, variablesOf, type CiVariables } from './ci-values.ts';
import { comparedCommit, revisionsOfBranch } from './compared-commit.ts';
import type { CiContext, CiGit } from './ci-context.ts';
import { repositoryName } from './repository-name.ts';

/**
 * The commit of a change request is the head that Jenkins fetched: GIT_COMMIT may be a merge that it created itself.
 */
const changedCommit = ({ text, hash }: CiVariables, git: CiGit): Pick<CiContext, 'commit' | 'notes'> => {
  const name = text('BRANCH_NAME');
  const tip = name === undefined ? undefined : git.resolve(`refs/remotes/origin/${name}`);
  const commit = tip ?? hash('GIT_COMMIT');
  const doubt =
    'The clone does not have the tip of the change, and GIT_COMMIT may be a merge commit made by Jenkins. Give --commit.';
  return { ...present({ commit }), notes: tip === undefined ? [doubt] : [] };
};

const branchOf = ({ text, branch }: CiVariables): string | undefined => {
  if (text('TAG_NAME') !== undefined) return undefined;
  if (text('CHANGE_ID') !== undefined) return branch('CHANGE_BRANCH');
  return (
    branch('BRANCH_NAME') ?? branch('GIT_LOCAL_BRANCH') ?? branch('GIT_BRANCH')?.replace(/^origin\//, '')
  );
};

/** Jenkins. Only multibranch pipelines state change requests; it has no identity of its own. */
export const jenkins: CiReader = {
  host: 'jenkins',
  title: 'Jenkins',
  isHere: ({ JENKINS_URL }) => JENKINS_URL !== undefined && JENKINS_URL !== '',
  read({ environment, git }) {
    const variables = variablesOf(environment);
    const { text, hash, number, branch } = variables;
    const pullRequest = number('CHANGE_ID');
    const targetBranch = branch('CHANGE_TARGET');
    const isChange = pullRequest !== undefined;
    const changed = isChange
      ? changedCommit(variables, git)
      : { ...present({ commit: hash('GIT_COMMIT') }), notes: [] };
    const compared =
      isChange && targetBranch !== undefined
        ? comparedCommit(git, {
            head: changed.commit,
            target: revisionsOfBranch(targetBranch),
            targetName: targetBranch,
            cure: 'Clone without a depth, and fetch the target branch.',
          })
        : { notes: [] };
    const [id, stage = ''] = [text('BUILD_URL') ?? text('BUILD_TAG'), text('STAGE_NAME')];
    return {
      host: 'jenkins',
      isFork: text('CHANGE_FORK') !== undefined,
      ...present({
        repository: repositoryName(text('GIT_URL')),
        branch: branchOf(variables),
        tag: text('TAG_NAME'),
        pullRequest,
        targetBranch,
      }),
      ...changed,
      ...compared,
      ...(id !== undefined && { run: { id, attempt: '1', job: stage } }),
      oidcCure:
        'Jenkins gives its jobs no identity that can be exchanged: set SCANGATE_TOKEN from a credential.',
      notes: [...changed.notes, ...compared.notes],
    };
  },
};
