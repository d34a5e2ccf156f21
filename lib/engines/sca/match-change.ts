import type { Advisory } from '../model/advisory.ts';
import { indexShard } from '../advisories/advisory-index.ts';
import type { ChangedPackage } from '../advisories/snapshot-difference.ts';
import { judgeVersion } from './judge-version.ts';

/** Tells how the change of a package's advisories affects versions of it. */
interface ChangeMatcher {
  /** Whether a changed record affects the version, or affected it before. */
  concerns(version: string): boolean;
  /** The ids of the changed records that affect the version now, in order. */
  affecting(version: string): string[];
}

const affects = (advisory: Advisory, { ecosystem }: ChangedPackage, version: string): boolean =>
  judgeVersion(ecosystem, version, advisory) === 'affected';

/** Compiles the changed records of a package once for all its versions. */
export const changeMatcher = (changed: ChangedPackage): ChangeMatcher => {
  const { ecosystem, name, before, after } = changed;
  const [old, current] = [before, after].map((records) => indexShard({ ecosystem, records })(name));
  return {
    concerns: (version) =>
      [...(old ?? []), ...(current ?? [])].some((advisory) => affects(advisory, changed, version)),
    affecting: (version) =>
      (current ?? [])
        .filter((advisory) => affects(advisory, changed, version))
        .map(({ id }) => id)
        .toSorted(),
  };
};
