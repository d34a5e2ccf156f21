import { meetsRange } from '@scangate/engines/ranges/ecosystem-ranges';
import { posix } from 'node:path';
import { pipOptions } from './pip-options.ts';
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

interface PinnedVersion {
  name: string;
  version: string;
  /** Set for one that only applies under a marker. */
  isConditional: boolean;
}

/** The versions to which constraints files pin packages. */
export class Constraints {
  readonly #pins = new Map<string, PinnedVersion[]>();

  get isEmpty(): boolean {
    return this.#pins.size === 0;
  }

  add(pin: PinnedVersion): void {
    const known = this.#pins.get(pin.name) ?? [];
    this.#pins.set(pin.name, known);
    if (known.length < maxVersions) known.push(pin);
  }

  /** Returns the versions in a range. They are not certain where all have a marker: then any other may be installed. */
  find(name: string, range: string | undefined): { versions: ReadonlySet<string>; isCertain: boolean } {
    const fitting = (this.#pins.get(name) ?? []).filter(
      ({ version }) => range === undefined || meetsRange('PyPI', range, version) !== false,
    );
    return {
      versions: new Set(fitting.map(({ version }) => version)),
      isCertain: fitting.some(({ isConditional }) => !isConditional),
    };
  }
}
