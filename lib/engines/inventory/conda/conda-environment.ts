import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { unreadableEntries, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { maxPackages } from '../package-limit.ts';
import { parseOlderYamlStream } from '../parse/parse-document.ts';
import { asList, asText, member } from '../parse/untrusted-value.ts';
import { parseRequirement } from '../python/python-requirement.ts';
import { requirementLines } from '../python/requirements-lines.ts';
import { condaPackage } from './conda-package.ts';

const name = /^[\w.-]{1,200}/;
const exact = /^(?:==\s{0,10}([\w.+!-]{1,100})|=([\w.+!-]{1,100})=[\w.+*-]{1,100}|=(\d+(?:\.\w+){2,6}))$/;

const inName = asciiClass(/[\w.-]/);
const inVersion = asciiClass(/[\w.+!-]/);
const inBuild = asciiClass(/[\w.+*-]/);

/** Reads `channel::name=version=build`, as conda exports it; undefined for any other form. */
const usualPackage = (stated: string): FoundPackage | undefined => {
  const at = stated.indexOf('::');
  const from = at === -1 ? 0 : at + 2;
  const ofName = endOfClass(stated, inName, from);
  if (ofName === from || ofName - from > 200 || !stated.startsWith('=', ofName)) return undefined;
  const start = ofName + 1;
  const ofVersion = endOfClass(stated, inVersion, start);
  if (ofVersion === start || ofVersion - start > 100 || !stated.startsWith('=', ofVersion)) return undefined;
  const length = stated.length - ofVersion - 1;
  if (length < 1 || length > 100 || endOfClass(stated, inBuild, ofVersion + 1) < stated.length)
    return undefined;
  const version = stated.slice(start, ofVersion);
  const channel = at === -1 ? '' : stated.slice(0, at);
  return condaPackage({ name: stated.slice(from, ofName), version }, { channel });
};

/** Reads `channel::name=version=build`, `name ==version`, `name >=version` or `name`. */
export const condaPackageOf = (stated: string): FoundPackage | undefined => {
  const usual = usualPackage(stated);
  if (usual) return usual;
  const at = stated.indexOf('::');
  const spec = stated.slice(at === -1 ? 0 : at + 2).trim();
  const [own] = name.exec(spec) ?? [];
  if (own === undefined) return undefined;
  const [, pinned, built, long] = exact.exec(spec.slice(own.length).trim()) ?? [];
  const channel = at === -1 ? '' : stated.slice(0, at);
  return condaPackage({ name: own, version: pinned ?? built ?? long }, { channel });
};

export const withoutComment = (stated: string): string => stated.split(/\s#/, 1)[0] ?? '';

const pipPackageOf = (stated: string): FoundPackage | undefined => {
  const found = parseRequirement(withoutComment(stated));
  return found && { ...found, key: `pip ${found.name}@${found.version ?? ''}` };
};

/** Conda writes the entries into a requirements file, whose lines pip reads. */
const pipLines = (stated: unknown): string[] =>
  typeof stated === 'string' ? requirementLines(stated).map(({ text }) => text) : [];

/** Lists what an environment requests from conda and pip, as written; undefined where it has no such list. */
export const requestedIn = (text: string): { conda: string[]; pip: string[] } | undefined => {
  const [document = {}] = parseOlderYamlStream(text);
  const stated = member(document, 'dependencies');
  if (!Array.isArray(stated)) return undefined;
  const list = asList(stated);
  return {
    conda: list.flatMap((each) => asText(each) ?? []),
    pip: list.flatMap((each) => asList(member(each, 'pip'))).flatMap(pipLines),
  };
};

/** Reads environment.yml: the packages requested from conda and pip. Their dependencies are in no file. */
export const readCondaEnvironment: LockfileReader = ({ path, text, notes }) => {
  const asked = requestedIn(text);
  // Files of this name also have other purposes.
  if (!asked) notes.add('it lists no dependencies of conda', path);
  const packages = new Map<string, FoundPackage>();
  const add = (each: string, found: FoundPackage | undefined): void => {
    if (!found) notes.add(unreadableEntries, each);
    else if (packages.size >= maxPackages) notes.addOmitted(1);
    else packages.set(found.key, found);
  };
  for (const each of asked?.conda ?? []) add(each, condaPackageOf(each));
  for (const each of asked?.pip ?? []) {
    if (/^-(?!e\b)/.test(each)) notes.add('options of pip that are not followed', each);
    else add(each, pipPackageOf(each));
  }
  if (packages.size > 0) notes.add('transitive dependencies are in no file, so they are not assessed', path);
  return { packages: [...packages.values()] };
};
