import { hostOf, type SourceInput } from '../package-sources/locked-source.ts';
import { directoryOf } from '@scangate/engines/units/paths';
import { linesOf } from '../parse/lines.ts';

/**
 * A registry that a committed file names. `extra`: it is queried along with another one, and the one with the higher
 * version wins. `folder`: files take its place. `unverified`: its certificate is not checked.
 */
export interface NamedRegistry {
  shape: 'registry' | 'extra' | 'folder' | 'unverified';
  /** Absent for a setting that is about all hosts. */
  host?: string;
  /** The registry as the file writes it. */
  stated: string;
  file: string;
  line: number;
}

/** Reads what one configuration file names. Never throws. */
export type RegistryReader = (text: string) => Omit<NamedRegistry, 'file'>[];

/** Configuration files with their readers. */
export type RegistryFiles = Readonly<Record<string, RegistryReader>>;

const longestLine = 4096;
const maxRegistries = 200;

const ownMachine = /^(?:localhost|127\.0\.0\.1|\[?::1\]?)$/;

export const isLocalhost = (host: string | undefined): boolean => ownMachine.test(host ?? '');

/** A statement of a configuration file; the first group is a URL, a host or the setting itself. */
export interface Statement {
  form: RegExp;
  shape: NamedRegistry['shape'];
}

const bareHost = /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,20}(?::\d{1,5})?$/;

/** Returns the host of a URL, or that which a setting names without one. */
const hostIn = (stated: string): string | undefined =>
  hostOf(stated) ?? (bareHost.test(stated) ? stated.toLowerCase().split(':', 1)[0] : undefined);

const statedBy = (statements: readonly Statement[], line: string): Omit<NamedRegistry, 'file' | 'line'>[] =>
  statements.flatMap(({ form, shape }) => {
    const stated = form.exec(line)?.[1];
    if (stated === undefined) return [];
    const host = hostIn(stated);
    return [{ shape, stated, ...(host !== undefined && { host }) }];
  });

/** Bounds what a file names so that the first of each host stays: hundreds of a public one must not hide another. */
const bounded = <T extends Pick<NamedRegistry, 'shape' | 'stated' | 'host'>>(named: readonly T[]): T[] => {
  if (named.length <= maxRegistries) return [...named];
  const firsts = new Map<string, T>();
  for (const each of named) {
    const { shape, stated, host = stated } = each;
    const key = `${shape} ${stated.slice(0, 5).toLowerCase()} ${host}`;
    if (!firsts.has(key)) firsts.set(key, each);
  }
  return [...new Set([...firsts.values(), ...named])].slice(0, maxRegistries);
};

/** Returns a reader that looks for statements line by line. */
export const byLine =
  (...statements: readonly Statement[]): RegistryReader =>
  (text) =>
    bounded(
      linesOf(text).flatMap((line, at) =>
        statedBy(statements, line.slice(0, longestLine).replaceAll('\\/', '/')).map((each) => ({
          ...each,
          line: at + 1,
        })),
      ),
    );

/** Returns the host of a registry; an address of files has none, whatever stands in its place. */
export const registryHost = (stated: string): string | undefined =>
  stated.toLowerCase().startsWith('file:') ? undefined : hostOf(stated);

/** Returns the line of the first occurrence of a text. */
export const lineOfText = (text: string, stated: string): number => {
  const at = text.indexOf(stated);
  return at === -1 ? 1 : text.slice(0, at).split('\n').length;
};

/** Builds the registries of a parsed file from their URLs. */
export const fromAddresses = (
  text: string,
  addresses: readonly (readonly [shape: NamedRegistry['shape'], stated: string])[],
): Omit<NamedRegistry, 'file'>[] => {
  const named = addresses.flatMap(([shape, stated]) => {
    const host = shape === 'unverified' ? hostIn(stated) : registryHost(stated);
    if (shape === 'registry' && host === undefined) return [];
    return [{ shape, stated, ...(host !== undefined && { host }) }];
  });
  return bounded(named).map((each) => ({ ...each, line: lineOfText(text, each.stated) }));
};

/** Reads the configuration files next to a lockfile and at the root of the unit. */
export const registriesIn = (
  files: RegistryFiles,
  { path, readText }: Pick<SourceInput, 'path' | 'readText'>,
): NamedRegistry[] =>
  [...new Set([directoryOf(path), ''])].flatMap((directory) =>
    Object.entries(files).flatMap(([name, read]) => {
      const file = `${directory}${name}`;
      const text = readText(file);
      return text === undefined ? [] : read(text).map((each) => ({ ...each, file }));
    }),
  );
