import type { SourceChange } from '../start/replace-modules.ts';
import { changesOf, otherReleases, type OtherRelease } from './releases.ts';

const root = new URL('../../../', import.meta.url).href;
const mark = '?release=';

/** The modules that import each module, as far as anything was loaded. */
const importers = new Map<string, Set<string>>();
/** The modules that each release has of its own. */
const ownModules = new Map<OtherRelease, ReadonlySet<string>>();

/** The release that a module was loaded for; undefined for the present one. */
const releaseOfModule = (url = ''): OtherRelease | undefined =>
  otherReleases.find((release) => url.endsWith(`${mark}${release}`));

/** The address of a module without its release. */
const withoutRelease = (url: string): string => url.split(mark)[0] ?? url;

/** Modules import others when they need them, which nobody has seen before. */
const importsLater = /^(?:functions|lib\/runtime)\//;

/** Finds what is changed in a release, and everything that imports it: a graph of modules of its own. */
const ownModulesOf = (release: OtherRelease): ReadonlySet<string> => {
  const own = new Set(changesOf[release].map(({ file }) => root + file));
  for (const url of importers.keys()) if (importsLater.test(url.slice(root.length))) own.add(url);
  for (const url of own) for (const importer of importers.get(url) ?? []) own.add(importer);
  return own;
};

/** Notes an import, and leads it to the module of the release that it belongs to. */
export const moduleInRelease = (url: string, importer: string | undefined): string => {
  const release = releaseOfModule(importer);
  if (release) return addressIn(release, url);
  if (!url.startsWith(root) || importer === undefined) return url;
  const known = importers.get(url) ?? new Set();
  importers.set(url, known.add(importer));
  return url;
};

/** The address of a module in a release: its own, or that of all. What is loaded before is what all have. */
export const addressIn = (release: OtherRelease, url: string): string => {
  const own = ownModules.get(release) ?? ownModulesOf(release);
  ownModules.set(release, own);
  return own.has(url) ? `${url}${mark}${release}` : url;
};

/** The text of a module as it is in the present release with changes, or in the one that it is loaded for. */
export const textInRelease = (
  url: string,
  source: () => string,
  changes: readonly SourceChange[],
): string | undefined => {
  const release = releaseOfModule(url);
  const file = withoutRelease(url).slice(root.length);
  const asked = changes.filter((change) => change.file === file);
  const ofRelease = release ? changesOf[release].filter((change) => change.file === file) : [];
  if (asked.length + ofRelease.length === 0) return undefined;
  let text = source();
  for (const change of [...ofRelease, ...asked]) {
    const isThere = text.split(change.find).length === 2;
    // What a bug changes may be other text in a release.
    if (!isThere && release && asked.includes(change)) continue;
    if (!isThere) throw new Error(`${file} has not exactly one ${change.find}`);
    text = text.replace(change.find, () => change.replace);
  }
  return text;
};
