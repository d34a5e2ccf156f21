import type { Severity } from '../model/severity.ts';
import { entropyOf, looksLikePlaceholder, looksLikeSampleToken, readsLikeWords } from './plausibility.ts';
import type { Sample } from './sample.ts';

/**
 * How a rule knows its secret: `provider` by a form only one issuer uses, or by the issuer's name beside it;
 * `structured` by a standard form (private key, JWT, URL); `generic` by a telling name and a random-looking value.
 */
export type RuleKind = 'provider' | 'structured' | 'generic';

export interface RuleMatch {
  /** The whole file, one character per byte. */
  text: string;
  path: string;
  /** Of the secret within `text`. */
  start: number;
  end: number;
  /** Where the keyword begins. */
  keywordStart: number;
  groups: Record<string, string | undefined>;
}

export interface Rule {
  /** Stable: repositories name it in `.scangateignore` and in `scangate:allow` comments. */
  id: string;
  title: string;
  severity: Severity;
  kind: RuleKind;
  /** Lower-case ASCII. One of them stands in every match; the pattern is tried only there. */
  keywords: readonly string[];
  /** Paths of files that are all about credentials: only there, and without keywords at every line's beginning. */
  files?: (path: string) => boolean;
  /** A path that `files` covers, for the cases below. */
  casePath?: string;
  /** Sticky and without unbounded repetition. The group `secret`, or else the whole match, is the secret. */
  pattern: RegExp;
  /** Where the pattern is tried: at the keyword's first character, or right behind its last. */
  anchor: 'keyword' | 'behind-keyword';
  /** Where it may begin: not inside a word (`word`), not inside a part of a camelCase or snake_case name (`name`). */
  begins: 'word' | 'name' | 'anywhere';
  /** A match that `check` refuses is known not to be a secret, whatever generic rules say of it. */
  claims: boolean;
  /** Moves the place where the pattern is tried back over at most `max` characters of this class. */
  reachBack?: { over: RegExp; max: number };
  /** Where the secret really stands, when the pattern finds only its beginning; undefined when there is none. */
  refine?: (
    text: string,
    start: number,
    end: number,
    path: string,
  ) => { start: number; end: number } | undefined;
  /** Last word on a match of the pattern: checksum, entropy, context. */
  check?: (secret: string, found: RuleMatch) => boolean;
  positives: () => Sample[];
  negatives: () => string[];
}

interface Common {
  id: string;
  title: string;
  /** Bits per character that a random value of this form always exceeds; 0 where a checksum decides. */
  minEntropy?: number;
  check?: Rule['check'];
  positives: Rule['positives'];
  negatives: Rule['negatives'];
}

const defaultEntropy = 2.8;

const plausible =
  (minEntropy: number, isSample: (secret: string) => boolean, check: Rule['check']): Rule['check'] =>
  (secret, found) =>
    entropyOf(secret) >= minEntropy &&
    (minEntropy === 0 || !isSample(secret)) &&
    (check === undefined || check(secret, found));

/** A rule for a token that its issuer made recognisable: fixed prefix or signature, known alphabet and length. */
export const tokenRule = (
  shape: Common & {
    keywords: readonly string[];
    pattern: RegExp;
    reachBack?: Rule['reachBack'];
    begins?: Rule['begins'];
  },
): Rule => ({
  id: shape.id,
  title: shape.title,
  severity: 'critical',
  kind: 'provider',
  keywords: shape.keywords,
  pattern: new RegExp(`(?:${shape.pattern.source})(?![\\w-])`, 'dy'),
  anchor: 'keyword',
  begins: shape.begins ?? 'word',
  claims: true,
  ...(shape.reachBack && { reachBack: shape.reachBack }),
  check: plausible(shape.minEntropy ?? defaultEntropy, looksLikeSampleToken, shape.check),
  positives: shape.positives,
  negatives: shape.negatives,
});

/** A path before a value, as in a list of files with their hashes, names no secret. */
const isFileName = (name: string): boolean =>
  /\.(?!key$|token$|secret$|password$|api$)[A-Za-z]{1,5}$/.test(name);

/** What may stand between a name and its value: `=`, `: "`, `' => '`, `("`, `" value="`, or a `value:` on the next line. */
const separator =
  '(?:[^A-Za-z0-9\\n]{1,12}(?:(?:value|default|string|String|str)[^A-Za-z0-9\\n]{1,6})?' +
  '|[^A-Za-z0-9\\n]{0,4}\\r?\\n[ \\t]{0,40}["\']?[vV]alue["\']?[ \\t]{0,4}[:=][ \\t]{0,4}["\']?)';

/**
 * A rule for a value without a form of its own, told by the issuer's name before it.
 * @param shape.tail words of which one must stand in the rest of the name (`key` in `DATADOG_API_KEY`).
 */
export const namedValueRule = (
  shape: Common & { names: readonly string[]; value: RegExp; tail?: readonly string[] },
): Rule => {
  const { tail } = shape;
  const tailFits = (name: string): boolean =>
    tail === undefined || tail.some((word) => name.toLowerCase().includes(word));
  const check = plausible(shape.minEntropy ?? defaultEntropy, looksLikePlaceholder, shape.check);
  return {
    id: shape.id,
    title: shape.title,
    severity: 'critical',
    kind: 'provider',
    keywords: shape.names,
    pattern: new RegExp(
      `(?<tail>[\\w.-]{0,40})${separator}(?<secret>${shape.value.source})(?![\\w+/-])`,
      'dy',
    ),
    anchor: 'behind-keyword',
    begins: 'name',
    claims: false,
    check: (secret, found) =>
      !isFileName(found.groups['tail'] ?? '') &&
      tailFits(found.groups['tail'] ?? '') &&
      !readsLikeWords(secret) &&
      check?.(secret, found) === true,
    positives: shape.positives,
    negatives: shape.negatives,
  };
};

/** A rule for a standard form that says by itself that something is secret, or a guess by name: its own `check` decides. */
export const patternRule = (
  shape: Omit<Common, 'minEntropy'> &
    Pick<Rule, 'keywords' | 'pattern' | 'anchor'> & {
      severity?: Severity;
      kind?: RuleKind;
      begins?: Rule['begins'];
      claims?: boolean;
      refine?: Rule['refine'];
      files?: Rule['files'];
      casePath?: string;
    },
): Rule => ({
  severity: 'high',
  kind: 'structured',
  begins: 'anywhere',
  claims: false,
  ...shape,
  pattern: new RegExp(shape.pattern.source, 'dy'),
});
