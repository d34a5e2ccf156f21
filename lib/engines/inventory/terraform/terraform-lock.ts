import { purlOfParts } from '@scangate/engines/purl/package-url';
import { siblingPath } from '@scangate/engines/units/paths';
import { asciiClass, consistsOf, endOfClass } from '@scangate/engines/text/ascii-class';
import type { ComponentHash } from '@scangate/engines/model/component';
import { addFileHash, sha256At, sortFileHashes } from '../hashes.ts';
import {
  noteOpenEnd,
  signsOfCut,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { LineCursor } from '../parse/lines.ts';

const provider = /^provider\s{1,20}"([^"\s]{1,500})"\s{0,20}\{$/;
const setting = /^version\s{0,20}=\s{0,20}"([^"]{1,100})"/;
/** `zh:` is the SHA-256 of the archive; `h1:` is a digest of its files, which no other tool uses. */
const archiveHash = /^"zh:([0-9a-f]{64})"/;
const longestLine = 4096;
const usualHost = 'registry.terraform.io';

interface Provider {
  source: string;
  version?: string;
  hashes: ComponentHash[];
}

/** A whole block as Terraform and OpenTofu write it. */
const usualBlock =
  /provider "([^"\s]+)" \{\n {2}version {5}= "([^"\n]+)"\n(?: {2}constraints = "[^"\n]*"\n)? {2}hashes = \[\n((?: {4}"\w+:[\w+/=]+",\n){0,500}) {2}\]\n\}\n/y;
const [longestSource, longestVersion] = [500, 100];

/** Reads a block as its tools write it; undefined where anything else is next. */
const usualProvider = (lines: LineCursor): Provider | undefined => {
  const block = lines.match(usualBlock);
  if (!block) return undefined;
  const [source, version, list] = [block[1]!, block[2]!, block[3]!];
  if (block[0].length > longestLine || source.length > longestSource || version.length > longestVersion) {
    lines.putBack(block);
    return undefined;
  }
  const hashes: ComponentHash[] = [];
  for (let at = list.indexOf('"zh:'); at !== -1; at = list.indexOf('"zh:', at + 1)) {
    const hash = sha256At(list, at + 4, '"');
    if (hash) addFileHash(hashes, hash);
  }
  return { source, version, hashes };
};

const inPart = asciiClass(/[\w.-]/);

/** Returns the package URL of a provider of the usual registry whose parts need no encoding. */
const usualPurl = (source: string, version: string): string | undefined => {
  const namespace = source.startsWith(`${usualHost}/`) ? usualHost.length + 1 : source.length;
  const slash = endOfClass(source, inPart, namespace);
  const isPlain =
    slash > namespace &&
    source.startsWith('/', slash) &&
    slash + 1 < source.length &&
    endOfClass(source, inPart, slash + 1) === source.length &&
    consistsOf(version, inPart);
  return isPlain ? `pkg:terraform/${source.slice(namespace)}@${version}` : undefined;
};

const packageOf = ({ source, version, hashes }: Provider): FoundPackage | undefined => {
  const usual = version === undefined ? undefined : usualPurl(source, version);
  if (usual !== undefined && version !== undefined) {
    const name = source.slice(usualHost.length + 1);
    return { key: source, name, version, purl: usual, hashes: sortFileHashes(hashes) };
  }
  const [host = '', namespace, name, ...more] = source.split('/');
  if (version === undefined || !namespace || !name || more.length > 0) return undefined;
  const qualifiers: Record<string, string> = host === usualHost ? {} : { repository_url: host };
  const purl = purlOfParts({ type: 'terraform', namespace, name, version, qualifiers });
  if (purl === undefined) return undefined;
  return { key: source, name: `${namespace}/${name}`, version, purl, hashes: sortFileHashes(hashes) };
};

/** Reads the blocks of the file, which Terraform writes with one statement per line. */
const providersOf = (text: string, notes: Notes): Provider[] => {
  const found: Provider[] = [];
  let open: Provider | undefined;
  for (const lines = new LineCursor(text); !lines.isAtEnd;) {
    const usual = open ? undefined : usualProvider(lines);
    if (usual) {
      found.push(usual);
      continue;
    }
    const line = lines.take();
    const code = line.length > longestLine ? '' : line.trim();
    const source = code.startsWith('provider') ? provider.exec(code)?.[1] : undefined;
    if (source !== undefined) {
      if (open) notes.add(signsOfCut, `the block of ${open.source} is never closed`);
      open = { source, hashes: [] };
      found.push(open);
    } else if (code === '}') open = undefined;
    else if (open) {
      const version = code.startsWith('version') ? setting.exec(code)?.[1] : undefined;
      if (version !== undefined) open.version = version;
      const hash = code.startsWith('"zh:') ? archiveHash.exec(code)?.[1] : undefined;
      if (hash !== undefined) addFileHash(open.hashes, { alg: 'SHA-256', content: hash });
    } else if (code !== '' && !/^(?:#|\/\/)/.test(code)) notes.add(unreadableEntries, code.slice(0, 80));
  }
  if (open) notes.add(signsOfCut, `the block of ${open.source} is never closed`);
  return found;
};

/** Reads the sources of providers that a configuration requests: `source = "hashicorp/aws"` in `required_providers`. */
const requiredProviders = (text: string): string[] => {
  const start = text.indexOf('required_providers');
  if (start === -1) return [];
  const names: string[] = [];
  let depth = 0;
  for (const line of text.slice(start).split('\n')) {
    const code = line.split(/#|\/\//, 1)[0] ?? '';
    const [, source] = /\bsource\s{0,20}=\s{0,20}"([\w.-]{1,100}(?:\/[\w.-]{1,100}){1,2})"/.exec(code) ?? [];
    if (source !== undefined) names.push(source.split('/').slice(-2).join('/').toLowerCase());
    depth += code.split('{').length - code.split('}').length;
    if (depth <= 0) break;
  }
  return names;
};

/** The files of a module that state its required providers. */
const configurations = ['versions.tf', 'main.tf', 'providers.tf', 'terraform.tf', 'provider.tf'];

/** Reads .terraform.lock.hcl: the provider versions that `terraform init` selected. It has no graph. */
export const readTerraformLock: LockfileReader = ({ path, text, notes, readText }) => {
  const providers = providersOf(text, notes);
  noteOpenEnd(text, notes);
  if (providers.length === 0 && !/^#.{0,200}terraform (?:init|providers)|tofu init/m.test(text))
    throw new UnreadableFile('it locks no provider');
  const packages = new Map<string, FoundPackage>();
  for (const each of providers) {
    const found = packageOf(each);
    if (!found) notes.add(unreadableEntries, each.source);
    else if (packages.size >= maxPackages) notes.addOmitted(1);
    else packages.set(found.key, found);
  }
  let names: Set<string> | undefined;
  const has = (name: string): boolean => {
    names ??= new Set([...packages.values()].map((each) => each.name.toLowerCase()));
    return names.has(name);
  };
  for (const file of configurations)
    notes.addRequests(requiredProviders(readText(siblingPath(path, file)) ?? ''), has);
  return { packages: [...packages.values()] };
};
