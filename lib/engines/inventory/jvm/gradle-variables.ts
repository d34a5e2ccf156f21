import type { GradleCatalog } from './gradle-catalog.ts';
import type { GradleScript } from './gradle-script.ts';
import { interpolate } from '../parse/interpolate.ts';

const projectPrefix = /^(?:(?:rootProject|project|ext|extra|properties)\.){1,20}/;
const quotedName = /["']([\w.-]{1,100})["']/;

/** Reduces `property("name")`, `extra["name"]`, `rootProject.ext.name` and `name` to the bare name. */
const bareName = (expression: string): string =>
  quotedName.exec(expression)?.[1] ?? expression.trim().replace(projectPrefix, '').replace(/\(\)$/, '');

/** Writes `$name` as `${name}`. */
const braced = (text: string): string => text.replace(/\$([A-Za-z_]\w{0,99})/g, '${$1}');

/**
 * Resolves the variables of all scripts and of gradle.properties. A name with different values in several of them is
 * unknown outside of the scripts that set it.
 */
export class GradleVariables {
  readonly #own: ReadonlyMap<string, GradleScript>;
  readonly #shared = new Map<string, string | undefined>();
  readonly #catalogs: readonly GradleCatalog[];

  /** @param properties text of gradle.properties. */
  constructor(
    own: ReadonlyMap<string, GradleScript>,
    catalogs: readonly GradleCatalog[],
    properties: string,
  ) {
    this.#own = own;
    this.#catalogs = catalogs;
    for (const { variables } of own.values()) for (const [name, value] of variables) this.#share(name, value);
    const stated = new Map<string, string>();
    for (const line of properties.split('\n')) {
      const equals = line.search(/[=:]/);
      if (equals > 0) stated.set(line.slice(0, equals).trim(), line.slice(equals + 1).trim());
    }
    for (const [name, value] of stated) this.#share(name, value);
  }

  #share(name: string, value: string | undefined): void {
    const differs = this.#shared.has(name) && this.#shared.get(name) !== value;
    this.#shared.set(name, differs ? undefined : value);
  }

  find(path: string, expression: string): string | undefined {
    const name = bareName(expression);
    const own = this.#own.get(path)?.variables;
    if (own?.has(name)) return own.get(name);
    return this.#shared.get(name) ?? this.#catalogVersion(name);
  }

  /**
   * Replaces `$name` and `${expression}` in a text.
   * @returns undefined when one of them is unknown.
   */
  resolve(path: string, text: string): string | undefined {
    return interpolate(braced(text), (expression) => {
      const value = this.find(path, expression);
      return value === undefined ? undefined : braced(value);
    });
  }

  /** Looks up `libs.versions.some.version.get`. */
  #catalogVersion(name: string): string | undefined {
    const alias = /^\w{1,60}\.versions\.([\w.]{1,200})$/.exec(name)?.[1]?.replace(/\.get$/, '');
    if (alias === undefined) return undefined;
    return this.#catalogs.find(({ versions }) => versions.has(alias))?.versions.get(alias);
  }
}
