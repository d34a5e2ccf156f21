import { siblingPath } from '@scangate/engines/units/paths';
import { emptyRoots, unreadableEntries, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { limitPackages } from '../package-limit.ts';
import type { JsonCursor } from '../parse/json-cursor.ts';
import { itemsAt, membersAt, textAt } from '../parse/json-members.ts';
import { parseJson, readJson, tryParse } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText, member } from '../parse/untrusted-value.ts';
import { plainPurl, purlOfType } from '@scangate/engines/purl/purl-of-type';

interface Port {
  name: string;
  /** The dependency is only needed by the machine that builds. */
  isHost: boolean;
}

/** Reads a dependency: its name, or a table. */
const readPort = (cursor: JsonCursor): Port | undefined => {
  if (cursor.isText()) return portOf(textAt(cursor), false);
  let name: string | undefined;
  let isHost = false;
  if (cursor.enterObject())
    for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
      if (field === 'name') name = textAt(cursor);
      else if (field === 'host') isHost = cursor.isTrue();
      else cursor.skip();
    }
  return portOf(name, isHost);
};

const portOf = (name: string | undefined, isHost: boolean): Port | undefined =>
  name === undefined ? undefined : { name, isHost };

const versionKeys = ['version', 'version-semver', 'version-date', 'version-string'];

interface Override {
  name: string | undefined;
  version: string | undefined;
  port: string | undefined;
}

/** Reads `1.0`, or `1.0#2` with the version of the port. */
const readOverride = (cursor: JsonCursor): Override => {
  const override: Override = { name: undefined, version: undefined, port: undefined };
  const versions: (string | undefined)[] = [];
  if (!cursor.enterObject()) return override;
  for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
    if (field === 'name') override.name = textAt(cursor);
    else if (field === 'port-version') override.port = numberAt(cursor);
    else if (versionKeys.includes(field)) versions[versionKeys.indexOf(field)] = textAt(cursor);
    else cursor.skip();
  }
  const stated = versions.find((each) => each !== undefined);
  const [version, port] = stated?.includes('#') ? stated.split('#') : [stated];
  override.version = version || undefined;
  override.port = port ?? override.port;
  if (override.port === '0' || override.port === '') override.port = undefined;
  return override;
};

const numberAt = (cursor: JsonCursor): string | undefined => {
  const value = cursor.value();
  return typeof value === 'number' ? String(value) : undefined;
};

interface Manifest {
  /** The dependencies of the project. */
  ports: (Port | undefined)[];
  /** The dependencies of its features, which are chosen at build time. */
  featurePorts: (Port | undefined)[][];
  overrides: Override[];
  name: string | undefined;
  baseline: string | undefined;
  isManifest: boolean;
}

const readFeature = (cursor: JsonCursor): (Port | undefined)[] => {
  let ports: (Port | undefined)[] | undefined;
  if (cursor.enterObject())
    for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
      if (field === 'dependencies') ports = itemsAt(cursor, readPort);
      else cursor.skip();
    }
  return ports ?? [];
};

const readManifest = (text: string): Manifest => {
  const manifest: Manifest = {
    ports: [],
    featurePorts: [],
    overrides: [],
    name: undefined,
    baseline: undefined,
    isManifest: false,
  };
  const readers: Record<string, (cursor: JsonCursor) => void> = {
    name: (cursor) => (manifest.name = textAt(cursor)),
    dependencies: (cursor) => (manifest.ports = itemsAt(cursor, readPort) ?? []),
    features: (cursor) => (manifest.featurePorts = [...(membersAt(cursor, readFeature)?.values() ?? [])]),
    overrides: (cursor) => (manifest.overrides = itemsAt(cursor, readOverride) ?? []),
    'builtin-baseline': (cursor) => (manifest.baseline = textAt(cursor)),
  };
  readJson(text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
      if (read) manifest.isManifest = true;
      if (read) read(cursor);
      else cursor.skip();
    }
  });
  return manifest;
};

/**
 * Reads vcpkg.json: the ports that a project requests. Only overrides pin a version; all other versions follow from
 * the registry's baseline, and the dependencies of the ports themselves are not in the file. Both are reported.
 */
export const readVcpkgJson: LockfileReader = ({ path, text, notes, readText }) => {
  const { ports, featurePorts, overrides, name: own, ...manifest } = readManifest(text);
  if (!manifest.isManifest) throw new UnreadableFile('it is not a manifest of vcpkg');
  const pinned = new Map(overrides.map((each) => [each.name, each]));
  const registry = tryParse(readText(siblingPath(path, 'vcpkg-configuration.json')), parseJson);
  const baseline = manifest.baseline ?? asText(member(member(registry, 'default-registry'), 'baseline'));
  const packages = new Map<string, FoundPackage>();
  const roots = emptyRoots();
  for (const [at, list] of [ports, ...featurePorts].entries())
    for (const port of limitPackages(list, notes)) {
      if (!port) notes.add(unreadableEntries, 'a dependency without name');
      // A feature may depend on another feature of the same project.
      if (!port || port.name === own) continue;
      const { name, isHost } = port;
      const { version, port: portVersion } = pinned.get(name) ?? {};
      const qualifiers = portVersion && { port_version: portVersion };
      const plain = version && !qualifiers ? plainPurl('vcpkg', name, version) : undefined;
      const { purl } = plain
        ? { purl: plain }
        : purlOfType({ type: 'vcpkg', name, version, ...(qualifiers && { qualifiers }) });
      packages.set(name, { key: name, name, version, purl });
      if (isHost) roots.dev.push(name);
      else roots[at > 0 ? 'optional' : 'required'].push(name);
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
