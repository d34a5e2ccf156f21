import type { EffectiveDependency } from '@scangate/engines/inventory/pom-resolution/effective-dependencies';

/** An artifact of the model: what it depends on, by `name@version`. */
export type Universe = ReadonlyMap<string, readonly EffectiveDependency[]>;

/** The rules of the project by name. */
export type Managed = ReadonlyMap<
  string,
  { version?: string; scope?: string; exclusions?: readonly string[] }
>;

interface Occurrence {
  name: string;
  version: string;
  path: readonly Occurrence[];
  scope: string;
  isManaged: boolean;
  order: number;
}

const matches = (pattern: string, name: string): boolean => {
  const [group, artifact] = pattern.split(':');
  const [ownGroup, ownArtifact] = name.split(':');
  return (group === '*' || group === ownGroup) && (artifact === '*' || artifact === ownArtifact);
};

/** Writes down the whole tree, each path apart, without any conflict resolved. */
const wholeTree = (
  direct: readonly EffectiveDependency[],
  universe: Universe,
  managed: Managed,
): Occurrence[] => {
  const all: Occurrence[] = [];
  const visit = (
    dependency: EffectiveDependency,
    { path, excluded }: { path: readonly Occurrence[]; excluded: readonly string[] },
  ): void => {
    const isDirect = path.length === 0;
    const { name } = dependency;
    const dropped = dependency.optional || dependency.scope === 'test' || dependency.scope === 'provided';
    if (!isDirect && (dropped || excluded.some((pattern) => matches(pattern, name)))) return;
    if (path.some((above) => above.name === name)) return;
    const rule = managed.get(name);
    const version = (isDirect ? undefined : rule?.version) ?? dependency.version ?? '';
    const scope = (isDirect ? undefined : rule?.scope) ?? dependency.scope;
    const isManaged = !isDirect && rule?.scope !== undefined;
    const occurrence: Occurrence = { name, version, path, scope, isManaged, order: all.length };
    all.push(occurrence);
    const below = [...excluded, ...dependency.exclusions, ...(rule?.exclusions ?? [])];
    for (const next of universe.get(`${name}@${version}`) ?? [])
      visit(next, { path: [...path, occurrence], excluded: below });
  };
  for (const dependency of direct) visit(dependency, { path: [], excluded: [] });
  return all;
};

const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  compile: { compile: 'compile', runtime: 'runtime' },
  runtime: { compile: 'runtime', runtime: 'runtime' },
  provided: { compile: 'provided', runtime: 'provided' },
  test: { compile: 'test', runtime: 'test' },
};
const strength = ['test', 'provided', 'runtime', 'compile'];

/**
 * Chooses as the documentation of Maven describes it, from the whole tree: by depth, then by order, among
 * what is below chosen artifacts only. Scopes grow until nothing changes.
 */
export const naiveTree = (
  direct: readonly EffectiveDependency[],
  universe: Universe,
  managed: Managed,
): string[] => {
  const all = wholeTree(direct, universe, managed);
  const sorted = all.toSorted((a, b) => a.path.length - b.path.length || a.order - b.order);
  const chosen = new Map<string, Occurrence>();
  const isAlive = ({ path }: Occurrence): boolean => path.every((above) => chosen.get(above.name) === above);
  for (const one of sorted) if (!chosen.has(one.name) && isAlive(one)) chosen.set(one.name, one);
  const alive = all.filter(isAlive);
  const scopes = new Map<string, string>();
  for (let changed = true; changed;) {
    changed = false;
    for (const { name, path, scope, isManaged } of alive) {
      const own = alive.find((one) => one.name === name && one.path.length === 0);
      const above = path.at(-1);
      const weakened = above && !isManaged ? table[scopes.get(above.name) ?? 'test']?.[scope] : scope;
      const offered = own?.scope ?? weakened ?? scope;
      const known = scopes.get(name);
      if (known !== undefined && strength.indexOf(known) >= strength.indexOf(offered)) continue;
      scopes.set(name, offered);
      changed = true;
    }
  }
  return [...chosen.values()].map(({ name, version, path }) =>
    [name, version, scopes.get(name), path.map((above) => above.name).join('>')].join(' '),
  );
};
