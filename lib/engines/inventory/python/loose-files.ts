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
