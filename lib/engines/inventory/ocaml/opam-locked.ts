import {
  emptyRoots,
  ownKey,
  signsOfCut,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { vcsUrl, publicUrl } from '../package-address.ts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText } from '../parse/untrusted-value.ts';
import { tryParse } from '../parse/parse-document.ts';
import { opamFields, type OpamToken } from './opam-file.ts';

/** A dependency with the tokens of its conditions. */
interface Dependency {
  name: string;
  /** Set where it is pinned by its first condition. */
  version?: string;
  conditions: OpamToken[];
}

const dependenciesIn = (tokens: readonly OpamToken[] = []): Dependency[] => {
  const found: Dependency[] = [];
  let last: Dependency | undefined;
  let depth = 0;
  for (const each of tokens) {
    if (each.kind === 'pin') {
      last = { name: each.value, version: each.version, conditions: [] };
      found.push(last);
    } else if (each.value === '{' && each.kind === 'mark') depth += 1;
    else if (each.value === '}' && each.kind === 'mark') depth -= 1;
    else if (depth > 0) last?.conditions.push(each);
    else if (each.kind === 'text') {
      last = { name: each.value, conditions: [] };
      found.push(last);
    }
  }
  return found;
};

const ofTools = /^(?:with-test|with-doc|with-dev-setup|dev)$/;

const isDevelopment = ({ conditions }: Dependency): boolean => {
  for (const { kind, value } of conditions) if (kind === 'word' && ofTools.test(value)) return true;
  return false;
};

const pinnedIn = (conditions: readonly OpamToken[]): string | undefined => {
  for (let at = 0; at < conditions.length; at += 1) {
    const { kind, value } = conditions[at]!;
    if (kind !== 'mark' || value !== '=') continue;
    const pinned = conditions[at + 1];
    return pinned?.kind === 'text' ? asText(pinned.value) : undefined;
  }
  return undefined;
};

const packageOf = (dependency: Dependency): FoundPackage | undefined => {
  const { name } = dependency;
  if (!asText(name)) return undefined;
  const version = asText(dependency.version) ?? pinnedIn(dependency.conditions);
  const scope = isDevelopment(dependency) ? 'dev' : 'required';
  return version
    ? { key: name, ecosystem: 'opam', name, version, scope }
    : { key: name, ecosystem: 'opam', name, scope };
};

/** Reads `["name.1.0" "url"]` of the packages that are taken from elsewhere. */
const pinsIn = (tokens: readonly OpamToken[] = []): Map<string, string> => {
  const texts = tokens.flatMap(({ kind, value, version = '' }) => {
    if (kind === 'pin') return [value, version];
    return kind === 'text' ? [value] : [];
  });
  const pairs = texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1] ?? ''] as const] : []));
  return new Map(pairs.map(([name, address]) => [name.replace(/\..*$/s, ''), address]));
};

const originOf = (address: string): NonNullable<FoundPackage['origin']> =>
  /^git|\.git(?:#|$)/.test(address)
    ? { kind: 'git', url: vcsUrl(address) }
    : { kind: 'url', url: publicUrl(address) };

/** Returns the dependencies that the opam file next to its lock states; undefined without a readable one. */
const statedBeside = (text: string | undefined): Dependency[] | undefined =>
  tryParse(text, (opam) => dependenciesIn(opamFields(opam).get('depends')));

/**
 * Reads *.opam.locked: one version of each package, including compilers and tools, without a graph. The opam file
 * next to it states what is direct.
 */
export const readOpamLocked: LockfileReader = ({ path, text, notes, readText }) => {
  const fields = opamFields(text);
  if (!fields.has('opam-version')) throw new UnreadableFile('it does not name the version of its format');
  const depends = fields.get('depends');
  if (!depends) notes.add(signsOfCut, 'no dependencies');
  const pins = pinsIn(fields.get('pin-depends'));
  const packages = new Map<string, FoundPackage>();
  for (const dependency of dependenciesIn(depends)) {
    const found = packageOf(dependency);
    const address = pins.size === 0 ? undefined : pins.get(dependency.name);
    if (!found) {
      notes.add(unreadableEntries, dependency.name.slice(0, 80));
      continue;
    }
    const own = address ? { ...found, origin: originOf(address) } : found;
    const key = ownKey(packages, own);
    const known = packages.get(key);
    if (!known && packages.size >= maxPackages) notes.addOmitted(1);
    else if (known?.scope !== 'required') packages.set(key, { ...own, key });
  }
  const stated = statedBeside(readText(path.replace(/\.locked$/, '')));
  for (const { name } of (stated ?? []).filter((each) => !isDevelopment(each)))
    notes.addRequest(name, packages.has(name));
  const asked = new Set((stated ?? []).map(({ name }) => name));
  const direct = [...packages.values()].filter(({ name }) => asked.has(name)).map(({ key }) => key);
  const required = direct.length > 0 ? direct : [...packages.keys()];
  return { packages: [...packages.values()], roots: { ...emptyRoots(), required } };
};
