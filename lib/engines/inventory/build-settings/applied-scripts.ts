import { isGradleSettings } from '@scangate/engines/units/gradle-scripts';
import { baseNameOf, directoryOf } from '@scangate/engines/units/paths';
import { statedEnd } from './applied-files.ts';
import { applicationsIn, type LockingStatement } from './gradle-locking.ts';
import type { Place } from './locking-places.ts';
import { PathsByEnd } from './paths-by-end.ts';

/** A script or program of the build with its statements about locking. */
export interface BuildCode {
  path: string;
  text: string;
  /** False for a program, whose blocks are not those of a script. */
  isScript: boolean;
  statements: readonly LockingStatement[];
}

/** A statement about locking, and the script whose projects it is about; undefined for all of the unit. */
export interface PlacedStatement {
  script: string | undefined;
  statement: LockingStatement;
}

/** A place at which a script is applied: in which script, and to which of its projects; undefined if that is not known. */
interface Placement {
  script: string | undefined;
  projects: Place['projects'] | undefined;
}

/** Beyond these, any script may be applied anywhere. */
const maxPlacements = 100_000;

const buildScripts = new Set(['build.gradle', 'build.gradle.kts']);

const isOfProject = (path: string): boolean => buildScripts.has(baseNameOf(path)) || isGradleSettings(path);

/** Returns whether a script is the source of a plugin, which has a name of its own. */
const isPlugin = (path: string): boolean => `/${path}`.includes('/src/main/');
const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
const pluginName = (path: string): string => baseNameOf(path).replace('.kts', '').replace('.gradle', '');

const isComputed = (name: string): boolean =>
  name.includes('.gradle') && ['$', '*'].some((sign) => baseNameOf(name).includes(sign));

/** Finds the scripts that the code of a build names, by where it does. */
class Applications {
  readonly #byEnd: PathsByEnd;
  readonly #byPlugin: ReadonlyMap<string, string[]>;
  readonly #programs: ReadonlySet<string>;
  /** The places at which each script is applied, by their content. */
  readonly #found = new Map<string, Map<string, Placement>>();
  #count = 0;
  #hasComputed = false;

  constructor(code: readonly BuildCode[]) {
    const paths = code.flatMap(({ path, isScript }) => (isScript ? [path] : []));
    this.#programs = new Set(code.flatMap(({ path, isScript }) => (isScript ? [] : [path])));
    this.#byEnd = new PathsByEnd(paths);
    this.#byPlugin = Map.groupBy(paths.filter(isPlugin), (path) => lastPart(pluginName(path)));
    for (const { path, text, isScript } of code)
      for (const { names, place } of applicationsIn(text, { path, isScript }))
        for (const name of names) this.#add(name, { script: path, projects: place?.projects });
  }

  #add(name: string, placement: Placement): void {
    if (isComputed(name)) this.#hasComputed = true;
    if (this.#count > maxPlacements) return;
    const end = statedEnd(name);
    const files = end === '' ? [] : this.#byEnd.find(end);
    // The package of a plugin in Kotlin is a part of its name.
    const plugins = (this.#byPlugin.get(lastPart(name)) ?? []).filter((path) =>
      `.${name}`.endsWith(`.${pluginName(path)}`),
    );
    const key = JSON.stringify(placement);
    for (const path of [...files, ...plugins]) {
      const known = this.#found.get(path) ?? new Map<string, Placement>();
      this.#found.set(path, known);
      if (known.has(key)) continue;
      this.#count += 1;
      if (this.#count <= maxPlacements) known.set(key, placement);
      else this.#hasComputed = true;
    }
  }

  /** Returns the scripts of projects that apply a script, by others or themselves. */
  of(path: string): Placement[] {
    const placements: Placement[] = this.#hasComputed ? [{ script: undefined, projects: undefined }] : [];
    const pending = [path];
    const seen = new Set(pending);
    for (let script = pending.pop(); script !== undefined; script = pending.pop())
      for (const placement of this.#found.get(script)?.values() ?? []) {
        const { script: by = '', projects } = placement;
        if (projects === undefined || isOfProject(by)) placements.push(placement);
        else if (this.#programs.has(by)) placements.push({ script: undefined, projects: 'all' });
        else if (projects !== 'own') placements.push({ script: undefined, projects: undefined });
        else if (!seen.has(by)) pending.push(by);
        seen.add(by);
      }
    return placements;
  }
}

/** Places a statement of a script at one where it is applied. */
const placedAt = (statement: LockingStatement, { script, projects }: Placement): PlacedStatement => {
  const { place } = statement;
  const unclear = { script: undefined, statement: { ...statement, isClear: false } };
  if (projects === undefined || !place) return unclear;
  if (script === undefined || place.projects === 'own')
    return { script, statement: { ...statement, place: { ...place, projects } } };
  return projects === 'own' ? { script, statement } : unclear;
};

/**
 * Returns the statements of a build with the scripts whose projects they are about. What a script that others apply leaves out is
 * about all projects, and what it turns on about those that apply it, or about the project in its folder if no other script is there.
 */
export const placeStatements = (
  code: readonly BuildCode[],
  applied: ReadonlySet<string>,
): PlacedStatement[] => {
  const directories = new Set(
    code.filter(({ path }) => buildScripts.has(baseNameOf(path))).map(({ path }) => directoryOf(path)),
  );
  const renames = code.some(({ path, text }) => isGradleSettings(path) && text.includes('buildFileName'));
  let applications: Applications | undefined;
  return code.flatMap(({ path, isScript, statements }) =>
    statements.flatMap((statement): PlacedStatement[] => {
      const isBuild = isOfProject(path);
      if (isBuild && !applied.has(path)) return [{ script: path, statement }];
      if (!isScript || statement.effect === 'leavesOut') return [{ script: undefined, statement }];
      applications ??= new Applications(code);
      const isOwn = !isPlugin(path) && (renames || !directories.has(directoryOf(path)));
      const own: Placement[] = isBuild || isOwn ? [{ script: path, projects: 'own' }] : [];
      return [...own, ...applications.of(path)].map((placement) => placedAt(statement, placement));
    }),
  );
};
