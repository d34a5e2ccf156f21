import { baseNameOf, directoryOf } from '@scangate/engines/units/paths';

const looseName =
  /^(?:requirements?|reqs?|deps?|dependencies|packages|pip|base|main|prod|dev|tests?|docs?|lint|ci)(?:[-_.][\w.-]{1,40})?\.txt$/i;
const looseFolder = /(?:^|\/)(?:deps|dependencies|requirements?|reqs|pip)\/$/i;

/** Returns whether a file is a Dockerfile by its name. */
export const isDockerfile = (path: string): boolean =>
  /^(?:[\w.-]{1,100}\.)?(?:Dockerfile|Containerfile)(?:\.[\w.-]{1,100})?$/i.test(baseNameOf(path));

/** Returns whether a file may hold requirements although its name does not say so. */
export const mayHoldRequirements = (path: string): boolean => {
  const name = baseNameOf(path);
  if (path.endsWith('.py')) return true;
  if (path.endsWith('.txt'))
    return !/constraints?/i.test(name) && (looseName.test(name) || looseFolder.test(directoryOf(path)));
  return isDockerfile(path);
};

/** File names that indicate development dependencies: `requirements-dev.txt`, `requirements/test.txt`. */
const forDevelopment =
  /(?:^|[-_./])(?:dev|develop|development|test|tests|testing|lint|linting|docs?|ci|typing|mypy|tox)(?=[-_.]|$)/;
const developmentFolders = new Set(
  'dev develop development test tests testing lint linting doc docs ci typing mypy tox'.split(' '),
);

/** Returns whether a file of requirements is for development. A folder has to have such a name as a whole: what is in `ci-runner` may be installed anywhere. */
export const isForDevelopment = (path: string): boolean =>
  forDevelopment.test(baseNameOf(path)) ||
  path
    .split('/')
    .slice(0, -1)
    .some((folder) => developmentFolders.has(folder));
