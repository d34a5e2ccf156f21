import type { AuditEvent, Bundle, BundleMember, Repository, Waiver } from '../records.ts';

/** The records of an organization that may belong to one repository. */
interface Owned {
  repositories: readonly Pick<Repository, 'repositoryId' | 'fullName' | 'units'>[];
  waivers: readonly Pick<Waiver, 'waiverId' | 'scope'>[];
  bundles: readonly Pick<Bundle, 'bundleId' | 'members'>[];
}

/** Decides which rows a pack holds: those of its repositories, and those of the organization as a whole. */
export interface PackScope {
  holdsWaiver: (waiver: Pick<Waiver, 'scope'>) => boolean;
  holdsRelease: (release: { members: readonly Pick<BundleMember, 'repositoryId'>[] }) => boolean;
  holdsEvent: (event: Pick<AuditEvent, 'action' | 'target' | 'before' | 'after'>) => boolean;
}

const everything: PackScope = {
  holdsWaiver: () => true,
  holdsRelease: () => true,
  holdsEvent: () => true,
};

/** Lists every string in a value, with the name of its field. */
function* textsIn(value: unknown, field = ''): Generator<{ field: string; text: string }> {
  if (typeof value === 'string') yield { field, text: value };
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each, field);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) {
      yield { field: '', text: name };
      yield* textsIn(each, name);
    }
}

const segmentsOf = (name: string): number => name.split('/').length;

/**
 * Makes a test for strings that contain one of the names. A name without a slash may be any word, so it has to be
 * the whole string.
 */
const namingAny = (ids: readonly string[], fullNames: readonly string[]): ((text: string) => boolean) => {
  const paths = fullNames.filter((name) => name.includes('/'));
  const names = new Set([...ids, ...paths].map((name) => name.toLowerCase()));
  const words = new Set(fullNames.map((name) => name.toLowerCase()));
  const longest = paths.reduce((most, name) => Math.max(most, segmentsOf(name)), 1);
  return (given) => {
    const text = given.toLowerCase();
    if (words.has(text)) return true;
    return text.split(/[^\w./-]+/).some((token) => {
      const segments = token.split('/').map((segment) => segment.replace(/(?:\.git|(?<!\.)\.+)$/, ''));
      return segments.some((_first, start) => {
        for (let count = 1; count <= longest && start + count <= segments.length; count++)
          if (names.has(segments.slice(start, start + count).join('/'))) return true;
        return false;
      });
    });
  };
};

/** The fields whose ids must belong to the pack, whether or not other repositories are still known. */
const idFields: Readonly<Record<string, 'repositories' | 'units'>> = {
  repositoryId: 'repositories',
  repositoryIds: 'repositories',
  projectUnitId: 'units',
};

/** These events have the id of a repository as their target. */
const isAboutRepository = (action: string): boolean =>
  action.startsWith('repository.') || action === 'advisory.matched' || action === 'finding.introduced';

/** Makes the scope of a pack. One that is limited to repositories leaves out rows that name another repository. */
export const packScope = (repositoryIds: readonly string[] | undefined, owned: Owned): PackScope => {
  if (!repositoryIds) return everything;
  const wanted = new Set(repositoryIds);
  const own = owned.repositories.filter(({ repositoryId }) => wanted.has(repositoryId));
  const others = owned.repositories.filter(({ repositoryId }) => !wanted.has(repositoryId));
  const unitsOf = (some: Owned['repositories']) =>
    some.flatMap(({ units }) => units.map(({ projectUnitId }) => projectUnitId));
  const known = { repositories: wanted, units: new Set(unitsOf(own)) };
  const holdsWaiver: PackScope['holdsWaiver'] = ({ scope: { repositoryId, projectUnitId } }) =>
    (repositoryId === undefined || wanted.has(repositoryId)) &&
    (projectUnitId === undefined || known.units.has(projectUnitId));
  const holdsRelease: PackScope['holdsRelease'] = ({ members }) =>
    members.every(({ repositoryId }) => wanted.has(repositoryId));
  const foreignBundles = owned.bundles.filter((bundle) => !holdsRelease(bundle));
  // A repository that was disconnected and connected again has the same name as before.
  const ownNames = new Set(own.map(({ fullName }) => fullName));
  const namesAnother = namingAny(
    [
      ...others.map(({ repositoryId }) => repositoryId),
      ...unitsOf(others),
      ...owned.waivers.filter((waiver) => !holdsWaiver(waiver)).map(({ waiverId }) => waiverId),
      ...foreignBundles.map(({ bundleId }) => bundleId),
    ],
    others.map(({ fullName }) => fullName).filter((name) => !ownNames.has(name)),
  );
  const isForeign = ({ field, text }: { field: string; text: string }): boolean => {
    const ids = idFields[field];
    return (ids !== undefined && !known[ids].has(text)) || namesAnother(text);
  };
  return {
    holdsWaiver,
    holdsRelease,
    holdsEvent: ({ action, target, before, after }) =>
      !(isAboutRepository(action) && !wanted.has(target ?? '')) &&
      !textsIn([target, before, after]).some(isForeign),
  };
};
