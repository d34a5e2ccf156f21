import type { CiSources } from './ci-context.ts';
import type { CiReader } from './ci-reader.ts';
import { branchName, changeNumber, plainText, present, variablesOf } from './ci-values.ts';
import { comparedCommit, revisionsOfBranch } from './compared-commit.ts';
import { repositoryName } from './repository-name.ts';

/** Reads the properties of the build. */
const propertiesOf = ({ event }: CiSources) => {
  const values = event instanceof Map ? event : new Map<unknown, unknown>();
  return {
    text: (name: string) => plainText(name, values.get(name)),
    number: (name: string) => changeNumber(name, values.get(name)),
    branch: (name: string) => branchName(name, values.get(name)),
  };
};
type Properties = ReturnType<typeof propertiesOf>;

/** The default branch is called `<default>`, and `pull/7` is a pull request. */
const branchOf = ({ branch }: Properties): string | undefined => {
  const name = branch('teamcity.pullRequest.source.branch') ?? branch('teamcity.build.branch');
  return name === '<default>' || /^(?:pull|merge-requests)\/\d+/.test(name ?? '') ? undefined : name;
};

/** TeamCity. It states most facts in properties files; it has no identity of its own. */
export const teamcity: CiReader = {
  host: 'teamcity',
  title: 'TeamCity',
  isHere: ({ TEAMCITY_VERSION }) => TEAMCITY_VERSION !== undefined && TEAMCITY_VERSION !== '',
  eventFile: ({ TEAMCITY_BUILD_PROPERTIES_FILE }) =>
    TEAMCITY_BUILD_PROPERTIES_FILE
      ? {
          variable: 'TEAMCITY_BUILD_PROPERTIES_FILE',
          form: 'properties',
          alsoNamedBy: 'teamcity.configuration.properties.file',
        }
      : undefined,
  read(sources) {
    const { environment, git } = sources;
    const { text, hash } = variablesOf(environment);
    const properties = propertiesOf(sources);
    const pullRequest = properties.number('teamcity.pullRequest.number');
    const targetBranch = properties.branch('teamcity.pullRequest.target.branch');
    const commit = hash('BUILD_VCS_NUMBER');
    const compared =
      targetBranch === undefined
        ? { notes: [] }
        : comparedCommit(git, {
            head: commit,
            target: revisionsOfBranch(targetBranch),
            targetName: targetBranch,
            cure: 'Check out on the agent, with the full history (teamcity.git.shallowClone=false).',
          });
    const [id, job = ''] = [
      properties.text('teamcity.build.id') ?? text('BUILD_URL'),
      properties.text('teamcity.buildType.id') ?? text('TEAMCITY_BUILDCONF_NAME'),
    ];
    return {
      host: 'teamcity',
      isFork: false,
      ...present({
        repository: repositoryName(properties.text('vcsroot.url')),
        commit,
        branch: branchOf(properties),
        pullRequest,
        targetBranch,
      }),
      ...(id !== undefined && { run: { id, attempt: '1', job } }),
      oidcCure:
        'TeamCity gives its builds no identity that can be exchanged: set SCANGATE_TOKEN from a parameter.',
      ...compared,
    };
  },
};
