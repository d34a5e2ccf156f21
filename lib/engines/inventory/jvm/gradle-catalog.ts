import { parseToml } from '../parse/parse-document.ts';
import { pinnedGradleVersion } from '../pinned-version.ts';
import { asText, entriesOf, member, textsOf } from '../parse/untrusted-value.ts';

export interface CatalogEntry {
  name: string;
  version?: string;
}

/**
 * A version catalog. Entries are keyed by the accessor that build scripts use (`some-lib_x` → `some.lib.x`).
 */
export interface GradleCatalog {
  libraries: ReadonlyMap<string, CatalogEntry>;
  plugins: ReadonlyMap<string, CatalogEntry>;
  bundles: ReadonlyMap<string, readonly string[]>;
  versions: ReadonlyMap<string, string>;
  /** Aliases of entries that name no module. */
  invalidEntries: string[];
  /** True where a version is strict, so that a lower one than others ask for may be chosen. */
  hasStrict: boolean;
}

const accessorOf = (alias: string): string => alias.replaceAll(/[-_]/g, '.');

/** Resolves a rich version to the version Gradle chooses when nothing else requests another. */
const versionOf = (stated: unknown, versions: ReadonlyMap<string, string>): string | undefined => {
  const ref = asText(member(stated, 'ref'));
  if (ref !== undefined) return versions.get(accessorOf(ref));
  const candidates = [stated, ...['strictly', 'prefer', 'require'].map((key) => member(stated, key))];
  for (const candidate of candidates) {
    const version = pinnedGradleVersion(asText(candidate));
    if (version !== undefined) return version;
  }
  return undefined;
};

const entry = (name: string | undefined, version: string | undefined): CatalogEntry | undefined =>
  name === undefined ? undefined : { name, ...(version !== undefined && { version }) };

const libraryOf = (value: unknown, versions: ReadonlyMap<string, string>): CatalogEntry | undefined => {
  const [group, artifact, version] = (asText(value) ?? '').split(':').map((part) => part.trim());
  if (group && artifact) return entry(`${group}:${artifact}`, pinnedGradleVersion(version));
  const [stated, g, a] = ['module', 'group', 'name'].map((key) => asText(member(value, key)));
  const name = stated ?? (g && a ? `${g}:${a}` : undefined);
  return name?.includes(':') ? entry(name, versionOf(member(value, 'version'), versions)) : undefined;
};

/** Returns the module of a plugin's marker artifact, `id:id.gradle.plugin`. */
export const pluginModule = (id: string): string => `${id}:${id}.gradle.plugin`;

const pluginOf = (value: unknown, versions: ReadonlyMap<string, string>): CatalogEntry | undefined => {
  const [short, version] = (asText(value) ?? '').split(':').map((part) => part.trim());
  if (short) return entry(pluginModule(short), pinnedGradleVersion(version));
  const id = asText(member(value, 'id'));
  return entry(id && pluginModule(id), versionOf(member(value, 'version'), versions));
};

/** Parses gradle/libs.versions.toml. @throws UnreadableFile */
export const parseCatalog = (text: string): GradleCatalog => {
  const document = parseToml(text);
  const versions = new Map<string, string>();
  for (const [alias, value] of entriesOf(member(document, 'versions'))) {
    const version = versionOf(value, versions);
    if (version !== undefined) versions.set(accessorOf(alias), version);
  }
  const invalidEntries: string[] = [];
  const read = (table: string, of: typeof libraryOf): Map<string, CatalogEntry> =>
    new Map(
      entriesOf(member(document, table)).flatMap(([alias, value]) => {
        const found = of(value, versions);
        if (!found) invalidEntries.push(alias);
        return found ? [[accessorOf(alias), found] as const] : [];
      }),
    );
  return {
    libraries: read('libraries', libraryOf),
    plugins: read('plugins', pluginOf),
    bundles: new Map(
      entriesOf(member(document, 'bundles')).map(([alias, list]) => [
        accessorOf(alias),
        textsOf(list).map(accessorOf),
      ]),
    ),
    versions,
    invalidEntries,
    hasStrict: /\bstrictly\b|!!['"]/.test(text),
  };
};
