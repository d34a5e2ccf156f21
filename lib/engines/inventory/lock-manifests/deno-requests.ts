import { posix } from 'node:path';
import { directoryOf, siblingPath } from '@scangate/engines/units/paths';
import { parseJsonc } from '../parse/parse-jsonc.ts';
import { tryParse } from '../parse/parse-document.ts';
import { asAddress, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import type { RequestedRange } from '../unmet-ranges.ts';
import { matchesPath } from './matches-path.ts';
import { packageOfUrl } from '../deno/remote-modules.ts';
import { specifierUrl } from '../deno/specifier-url.ts';
import { importsOfCode } from '../deno/code-imports.ts';
import type { ManifestInput, ManifestReader } from './manifest-reader.ts';

const specifier = /^(npm|jsr):\/?((?:@[^@/\s]{1,200}\/)?[^@/\s]{1,214})(?:@([^/]{1,200}))?(?:\/|$)/;

/** A manifest of the project or of a member of its workspace. */
interface Found {
  path: string;
  document: Table | undefined;
}

const names = ['deno.json', 'deno.jsonc'];

/** Returns the manifests of the members of a workspace: `./core`, `./packages/*`. */
const membersOf = (root: Found, { readText, findNearby }: ManifestInput): Found[] => {
  const workspace = member(root.document, 'workspace');
  const folder = directoryOf(root.path);
  const patterns = [...textsOf(workspace), ...textsOf(member(workspace, 'members'))].map((place) =>
    place.replace(/^\.\/|\/$/g, ''),
  );
  if (patterns.length === 0) return [];
  return names
    .flatMap((name) => findNearby(name))
    .filter((path) => {
      const place = directoryOf(path).slice(folder.length, -1);
      return path !== root.path && patterns.some((pattern) => matchesPath(pattern, place));
    })
    .map((path) => ({ path, document: tryParse(readText(path), parseJsonc) }));
};

/** Returns the import map that a manifest names in place of one of its own. */
const importMapOf = ({ path, document }: Found, { readText }: ManifestInput): Found[] => {
  const named = asText(member(document, 'importMap'), 2048);
  const hasOwn = member(document, 'imports') !== undefined || member(document, 'scopes') !== undefined;
  if (named === undefined || hasOwn) return [];
  const map = posix.join(directoryOf(path), named);
  return [{ path: map, document: tryParse(readText(map), parseJsonc) }];
};

/** Returns the manifest beside a lockfile with its import map, and the manifests of its workspace. */
const manifestsOf = (input: ManifestInput): Found[] => {
  const path = names
    .map((name) => siblingPath(input.path, name))
    .find((each) => input.readText(each) !== undefined);
  if (path === undefined) return [];
  const root = { path, document: tryParse(input.readText(path), parseJsonc) };
  return [root, ...importMapOf(root, input), ...membersOf(root, input)];
};

/** Returns the imported addresses that a lockfile neither has nor sends on to another one. Code may name them without loading them. */
const withoutModule = (modules: readonly string[], { text }: ManifestInput): string[] => {
  if (modules.length === 0) return [];
  const lockfile = tryParse(text, parseJsonc);
  const redirects = member(lockfile, 'redirects');
  const packages = new Set(
    entriesOf(member(lockfile, 'remote')).map(([address]) => packageOfUrl(address).name),
  );
  return modules.filter(
    (address) => member(redirects, address) === undefined && !packages.has(packageOfUrl(address).name),
  );
};

/** Reads the packages of npm and JSR that the import maps of a project and its workspace name, and those that its code does. */
export const denoRequests: ManifestReader = (input) => {
  const all = manifestsOf(input);
  const code = importsOfCode(input);
  const own = new Set(all.flatMap(({ document }) => asText(member(document, 'name')) ?? []));
  const asked = all.flatMap(({ document }) => {
    const maps = [
      member(document, 'imports'),
      ...entriesOf(member(document, 'scopes')).map(([, map]) => map),
    ];
    return maps.flatMap((map) => entriesOf(map).flatMap(([, to]) => asAddress(to) ?? []));
  });
  const ranges = [...asked, ...code.specifiers].flatMap((stated): RequestedRange[] => {
    const [, registry, name, range = ''] = specifier.exec(specifierUrl(stated)) ?? [];
    // Members of a workspace depend on each other by their names in JSR.
    return name === undefined || (registry === 'jsr' && own.has(name)) ? [] : [{ name, range }];
  });
  return {
    names: ranges.map(({ name }) => name),
    ranges: ranges.filter(({ range }) => range !== ''),
    computed: [
      ...code.left.map((path) => `${path}: imports of code that is not looked through`),
      ...withoutModule(code.modules, input).map((address) => `${address}: an import of code`),
    ],
    unreadable: all.filter(({ document }) => !document).map((each) => each.path),
  };
};
