import { meetsRange } from '@scangate/engines/ranges/ecosystem-ranges';
import { posix } from 'node:path';
import { pipOptions } from './pip-options.ts';
import { requirementRange } from './python-requirement.ts';
import { eachRequirementLine } from './requirements-lines.ts';

/** The most files that one requirements file may include. */
export const maxIncludes = 200;

/** Returns the path of a file that another one includes. */
export const includedPath = (from: string, target: string): string =>
  posix.normalize(posix.join(posix.dirname(from), target));

/** A file that a requirements file includes. */
interface IncludedFile {
  path: string;
  text: string;
  /** Whether its lines only limit the versions of requirements. A requirements file that it includes is one all the same. */
  isConstraints: boolean;
}

interface Requirements {
  path: string;
  text: string;
  /** Reads another file; undefined when it is missing. */
  readText(path: string): string | undefined;
}

/** Lists the readable files that a requirements file includes, at any depth. */
export const includedRequirements = ({ path, text, readText }: Requirements): IncludedFile[] => {
  const open: IncludedFile[] = [{ path, text, isConstraints: false }];
  const known = new Set([`${path}\nfalse`]);
  const include = (from: string, target: string, isConstraints: boolean): void => {
    const place = includedPath(from, target);
    const mark = `${place}\n${isConstraints}`;
    if (known.has(mark) || known.size > maxIncludes) return;
    known.add(mark);
    const included = readText(place);
    if (included !== undefined) open.push({ path: place, text: included, isConstraints });
  };
  for (const file of open)
    eachRequirementLine(file.text, (line) => {
      if (line.pin || !line.text.startsWith('-')) return;
      for (const { name, value } of pipOptions(line.text))
        if (name === 'requirement' || name === 'constraint') include(file.path, value, name === 'constraint');
    });
  return open.slice(1);
};

/** The kind under which requirements are noted that constraints only pin under a marker. */
export const conditionalPins = 'versions that are only pinned under a condition';

const maxVersions = 100;

/** The releases of Python for which markers are compared: the supported ones, with an early and a late patch of each. */
const pythons = [9, 10, 11, 12, 13, 14].flatMap((minor) =>
  [0, 30].map((patch) => ({ python_version: `3.${minor}`, python_full_version: `3.${minor}.${patch}` })),
);

/** Returns the marker of a requirement in one spelling; empty without one. */
const markerOf = (requirement: string): string => {
  const at = requirement.indexOf(';');
  return at === -1
    ? ''
    : requirement
        .slice(at + 1)
        .replaceAll('"', "'")
        .split(/\s+/)
        .join(' ')
        .trim();
};

const clausesOf = (marker: string): string[] =>
  marker.split(' and ', 50).map((clause) => clause.replaceAll(' ', ''));

/** Returns whether a comparison holds for a Python; undefined for one of anything else. */
const holds = (clause: string, python: (typeof pythons)[number]): boolean | undefined => {
  for (const name of ['python_version', 'python_full_version'] as const) {
    const [operator = '', version, ...rest] = clause.startsWith(name)
      ? clause.slice(name.length).split("'", 4)
      : [];
    const isBound = ['<', '<=', '>', '>=', '==', '!='].includes(operator) && rest.join('') === '';
    if (isBound && version) return meetsRange('PyPI', operator + version, python[name]);
  }
  return undefined;
};

/**
 * Returns for which of the releases of Python a marker holds, where the clauses hold that are known to.
 * One that compares anything else holds for none.
 */
const pythonsUnder = (marker: string, known: ReadonlySet<string>): boolean[] => {
  const options = marker === '' || marker.includes('(') ? [marker] : marker.split(' or ', 50);
  return pythons.map((python) =>
    options.some((option) =>
      clausesOf(option).every(
        (clause) => clause === '' || known.has(clause) || holds(clause, python) === true,
      ),
    ),
  );
};

interface PinnedVersion {
  name: string;
  version: string;
  marker: string;
}

/** A request of a requirement without a version. */
interface AskedVersion {
  range: string | undefined;
  marker: string;
}

/** The versions to which constraints files pin packages. */
export class Constraints {
  readonly #pins = new Map<string, PinnedVersion[]>();
  /** By the keys of packages, what requirements without a version ask for: one may be on several lines. */
  readonly #asked = new Map<string, Set<string>>();
  /** The releases of Python for which the files pin anything. */
  readonly #pythons = pythons.map(() => false);

  get isEmpty(): boolean {
    return this.#pins.size === 0;
  }

  /** @param requirement that states the version, without options. */
  add(pin: { name: string; version: string }, requirement: string): void {
    const marker = markerOf(requirement);
    const known = this.#pins.get(pin.name) ?? [];
    this.#pins.set(pin.name, known);
    if (known.length < maxVersions) known.push({ ...pin, marker });
    if (this.#pythons.includes(false))
      for (const [at, is] of pythonsUnder(marker, new Set()).entries()) this.#pythons[at] ||= is;
  }

  /** @param requirement without a version and without options. */
  ask(key: string, requirement: string): void {
    const known = this.#asked.get(key) ?? new Set();
    this.#asked.set(key, known);
    if (known.size <= maxVersions) known.add(requirement);
  }

  /**
   * Returns the versions in the ranges that are asked for. They are not certain where all have a marker that neither the request
   * has nor, together, every release of Python for which the files pin anything: then any other may be installed.
   */
  find({ name, key }: { name: string; key: string }): { versions: ReadonlySet<string>; isCertain: boolean } {
    const asked = [...(this.#asked.get(key) ?? [])];
    const pinned = asked
      .map((each) =>
        this.#findOne(name, { range: requirementRange(each.split(';', 1)[0] ?? ''), marker: markerOf(each) }),
      )
      .filter(({ versions }) => versions.length > 0);
    return {
      versions: new Set(pinned.flatMap(({ versions }) => versions)),
      isCertain: asked.length <= maxVersions && pinned.every(({ isCertain }) => isCertain),
    };
  }

  #findOne(name: string, { range, marker }: AskedVersion): { versions: string[]; isCertain: boolean } {
    const fitting = (this.#pins.get(name) ?? []).filter(
      ({ version }) => range === undefined || meetsRange('PyPI', range, version) !== false,
    );
    const isSame = fitting.some((pin) => pin.marker === '' || pin.marker === marker);
    return {
      versions: fitting.map(({ version }) => version),
      isCertain: isSame || this.#arePinned(fitting, marker),
    };
  }

  #arePinned(pins: readonly PinnedVersion[], marker: string): boolean {
    const isPlain = !marker.includes('(') && !marker.includes(' or ');
    const known = new Set(isPlain ? clausesOf(marker) : []);
    const covered = pins.map((pin) => pythonsUnder(pin.marker, known));
    return (
      this.#pythons.includes(true) &&
      this.#pythons.every((is, at) => !is || covered.some((each) => each[at] === true))
    );
  }
}
