import { canonicalJson } from '../model/digest.ts';
import type { WaiverMatch, WaiverScope } from '../model/gate/waiver.ts';
import { formatPurl, parsePurl, type PackageUrl } from '../purl/package-url.ts';
import { parsePackagePattern } from '../waivers/package-pattern.ts';
import type { VexStatement } from './statement.ts';

/** The reason why a statement becomes no waiver. */
export type SkipReason = 'status' | 'no_justification' | 'other_product' | 'no_package';

export interface SkippedStatement {
  vulnerability: string;
  product: string;
  reason: SkipReason;
}

/** The content of a waiver of one vulnerability in one package, or in one repository. */
export interface VexWaiver {
  match: WaiverMatch;
  scope: WaiverScope;
  reason: string;
}

/** The types of package URLs that name a repository. */
const repositoryTypes = new Set(['github', 'gitlab', 'bitbucket', 'generic', 'git']);

/** The full name that a product may have as a repository, in lower case. */
export const repositoryNameOf = (product: string): string | undefined => {
  const purl = parsePurl(product);
  if (!purl) return /^[\w.-]+(?:\/[\w.-]+){1,50}$/.test(product) ? product.toLowerCase() : undefined;
  if (!repositoryTypes.has(purl.type)) return undefined;
  const path = purl.type === 'git' ? purl.name : [purl.namespace, purl.name].filter(Boolean).join('/');
  return path.toLowerCase();
};

/** Looks up the repository of the organization with this name in lower case. */
export type FindRepository = (name: string) => string | undefined;

const repositoryOf = (names: readonly string[], find: FindRepository): string | undefined => {
  for (const name of names) {
    const known = repositoryNameOf(name);
    const repositoryId = known === undefined ? undefined : find(known);
    if (repositoryId !== undefined) return repositoryId;
  }
  return undefined;
};

/** The package of a waiver: type, namespace, name and version, which are all that a finding is compared with. */
const packageOf = ({ type, namespace, name, version }: PackageUrl): string | undefined => {
  // A statement names literal packages; `*` in it is not a wildcard.
  if (name.includes('*')) return undefined;
  const text = formatPurl({ type, name, ...(namespace && { namespace }), ...(version && { version }) });
  return parsePackagePattern(text) ? text : undefined;
};

/** A statement about a package, or about a whole repository. */
const placeOf = (
  { vulnerability: advisory, product, status, within }: VexStatement,
  find: FindRepository,
): Pick<VexWaiver, 'match' | 'scope'> | SkipReason => {
  const containing = within && repositoryOf(within, find);
  if (within && containing === undefined) return 'other_product';
  const scope = containing === undefined ? {} : { repositoryId: containing };
  const own = within ? undefined : repositoryOf([product], find);
  const purl = parsePurl(product);
  // A statement about one version of a repository does not apply to its next commit.
  if (own !== undefined)
    return purl?.version ? 'other_product' : { match: { advisory }, scope: { repositoryId: own } };
  if (purl && repositoryTypes.has(purl.type)) return 'other_product';
  const named = purl && packageOf(purl);
  if (!purl || named === undefined || (status === 'fixed' && !purl.version)) return 'no_package';
  return { match: { advisory, package: named }, scope };
};

const skipReason = ({ status, justification }: VexStatement): SkipReason | undefined => {
  if (status === 'other') return 'status';
  return status === 'not_affected' && justification === undefined ? 'no_justification' : undefined;
};

/** Returns an equal key for waivers with equal coverage; the case of an id does not matter. */
export const keyOfWaiver = ({ match, scope }: Pick<VexWaiver, 'match' | 'scope'>): string =>
  canonicalJson(['advisory' in match ? { ...match, advisory: match.advisory.toUpperCase() } : match, scope]);

/** The key of the same waiver for every version of its package. */
const keyOfAnyVersion = ({ match, scope }: Pick<VexWaiver, 'match' | 'scope'>): string => {
  const purl = 'package' in match && match.package !== undefined ? parsePurl(match.package) : undefined;
  if (!purl || !('advisory' in match)) return keyOfWaiver({ match, scope });
  const { version: _, ...every } = purl;
  return keyOfWaiver({ match: { ...match, package: formatPurl(every) }, scope });
};

/**
 * Decides which waivers the statements of a document become. A document that says both that a product is affected,
 * in this version or in all, and that it is not changes nothing, and neither does a statement about another product.
 */
export const planImport = (
  statements: readonly VexStatement[],
  find: FindRepository,
): { waivers: VexWaiver[]; skipped: SkippedStatement[] } => {
  const waivers = new Map<string, VexWaiver>();
  const doubted = new Set<string>();
  const skipped: SkippedStatement[] = [];
  for (const statement of statements) {
    const { vulnerability, product, justification } = statement;
    const place = placeOf(statement, find);
    const reason = skipReason(statement) ?? (typeof place === 'string' ? place : undefined);
    if (reason !== undefined) skipped.push({ vulnerability, product: product.slice(0, 200), reason });
    if (typeof place === 'string') continue;
    const key = keyOfWaiver(place);
    if (statement.status === 'other') doubted.add(key);
    else if (reason === undefined) waivers.set(key, { ...place, reason: `VEX: ${justification ?? 'fixed'}` });
  }
  const isDoubted = ([key, waiver]: [string, VexWaiver]): boolean =>
    doubted.has(key) || doubted.has(keyOfAnyVersion(waiver));
  return { waivers: [...waivers].filter((each) => !isDoubted(each)).map(([, waiver]) => waiver), skipped };
};
