import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { badFlag } from '../arguments/flags.ts';
import { ciHosts, type CiHost } from '../ci/ci-context.ts';
import { pipelines } from './pipelines/index.ts';

/** The host of a remote address, also of the form `git@host:path`. */
const hostOf = (address: string | undefined): string | undefined => {
  if (address === undefined) return undefined;
  const [, ofScp] = /^(?:[^/@\s]+@)?([^/:\s]+):(?!\/\/)/.exec(address) ?? [];
  return (ofScp ?? URL.parse(address)?.hostname)?.toLowerCase();
};

/**
 * Chooses the CI of a repository: by the files that it contains, otherwise by its host.
 * @throws CliFailure when neither determines one, or the files match several.
 */
export const chooseCi = (root: string, origin: string | undefined): CiHost => {
  const used = ciHosts.filter((host) => pipelines[host].signs.some((sign) => existsSync(join(root, sign))));
  const host = hostOf(origin);
  const hosted = ciHosts.filter((each) => host !== undefined && pipelines[each].hosts.includes(host));
  const [found, ...more] = used.length > 0 ? used : hosted;
  if (found !== undefined && more.length === 0) return found;
  const why =
    more.length > 0 ? `The repository has files of ${used.join(', ')}.` : 'No file shows which CI is used.';
  throw badFlag(`${why} Give --ci with one of ${ciHosts.join(', ')}.`);
};
