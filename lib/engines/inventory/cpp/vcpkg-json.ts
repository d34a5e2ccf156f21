import { siblingPath } from '@scangate/engines/units/paths';
import { emptyRoots, unreadableEntries, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { limitPackages } from '../package-limit.ts';
import { parseJson, tryParse } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asText, entriesOf, member } from '../parse/untrusted-value.ts';
import { plainPurl, purlOfType } from '@scangate/engines/purl/purl-of-type';

interface Port {
  name: string;
  /** The dependency is only needed by the machine that builds. */
  isHost: boolean;
}

const portOf = (stated: unknown): Port | undefined => {
  const name = asText(stated) ?? asText(member(stated, 'name'));
  return name === undefined ? undefined : { name, isHost: member(stated, 'host') === true };
};

const versionKeys = ['version', 'version-semver', 'version-date', 'version-string'] as const;

/** `1.0`, or `1.0#2` with the version of the port. */
const pinnedBy = (override: unknown): Pick<FoundPackage, 'version'> & { port?: string } => {
  let stated: string | undefined;
  for (const key of versionKeys) stated ??= asText(member(override, key));
  const separateAt = stated?.indexOf('#') ?? -1;
  const [version = '', port] = separateAt === -1 ? [stated] : (stated?.split('#') ?? []);
  const separate = member(override, 'port-version');
  const portVersion = port ?? (typeof separate === 'number' ? String(separate) : undefined);
  return { ...(version && { version }), ...(portVersion && portVersion !== '0' && { port: portVersion }) };
};

/**
 * Returns all lists of dependencies: those of the project, then those of its features, which are chosen at build
 * time.
 */
const listsOf = (document: unknown): { ports: unknown; isFeature: boolean }[] => [
  { ports: member(document, 'dependencies'), isFeature: false },
  ...entriesOf(member(document, 'features')).map(([, feature]) => ({
    ports: member(feature, 'dependencies'),
    isFeature: true,
  })),
];

/**
 * Reads vcpkg.json: the ports that a project requests. Only overrides pin a version; all other versions follow from
 * the registry's baseline, and the dependencies of the ports themselves are not in the file. Both are reported.
 */
export const readVcpkgJson: LockfileReader = ({ path, text, notes, readText }) => {
  const document = parseJson(text);
  if (
    !['name', 'dependencies', 'features', 'overrides', 'builtin-baseline'].some((key) =>
      Object.hasOwn(document, key),
    )
  )
    throw new UnreadableFile('it is not a manifest of vcpkg');
  const overrides = new Map(
    asList(member(document, 'overrides')).map((each) => [asText(member(each, 'name')), pinnedBy(each)]),
  );
  const registry = tryParse(readText(siblingPath(path, 'vcpkg-configuration.json')), parseJson);
  const baseline =
    asText(member(document, 'builtin-baseline')) ??
    asText(member(member(registry, 'default-registry'), 'baseline'));
  const own = asText(member(document, 'name'));
  const packages = new Map<string, FoundPackage>();
  const roots = emptyRoots();
  for (const { ports, isFeature } of listsOf(document))
    for (const stated of limitPackages(asList(ports), notes)) {
      const port = portOf(stated);
      if (!port) notes.add(unreadableEntries, 'a dependency without name');
      // A feature may depend on another feature of the same project.
      if (!port || port.name === own) continue;
      const { name, isHost } = port;
      const { version, port: portVersion } = overrides.get(name) ?? {};
      const qualifiers = portVersion && { port_version: portVersion };
      const plain = version && !qualifiers ? plainPurl('vcpkg', name, version) : undefined;
      const purl = plain
        ? { purl: plain }
        : purlOfType({ type: 'vcpkg', name, version, ...(qualifiers && { qualifiers }) });
      packages.set(name, { key: name, name, ...(version && { version }), ...purl });
      if (isHost) roots.dev.push(name);
      else roots[isFeature ? 'optional' : 'required'].push(name);
    }
  const reason =
    baseline === undefined
      ? 'neither a version nor a registry baseline is pinned'
      : 'versions that follow from the baseline of the registry';
  for (const { name, version } of packages.values()) if (version === undefined) notes.add(reason, name);
  if (packages.size > 0)
    notes.add('what the ports themselves depend on is not in the file', own ?? 'vcpkg.json');
  return { packages: [...packages.values()], roots };
};
