import type { Severity } from '../model/severity.ts';
import { minEntropies } from './entropy-limits.ts';
import { looksLikePlaceholder, looksLikeSampleToken, readsLikeWords } from './text-randomness.ts';
import type { Sample } from './rule-example.ts';

/**
 * The way a rule recognizes its secret: `provider` by a form of one issuer, or by the issuer's name next to it;
 * `structured` by a standard form (private key, JWT, URL); `generic` by a telling name and a random-looking value.
 */
export type RuleKind = 'provider' | 'structured' | 'generic';

/** All kinds apply to all files: no name, first line or length of lines keeps a rule away. */
export const ruleKinds: ReadonlySet<RuleKind> = new Set<RuleKind>(['provider', 'structured', 'generic']);

export interface RuleMatch {
  /** The whole file, with one character per byte. */
  text: string;
  path: string;
  /** The bounds of the secret in `text`. */
  start: number;
  end: number;
  /** The offset of the keyword. */
  keywordStart: number;
  groups: Record<string, string | undefined>;
}

export interface Rule {
  /** The id is stable: repositories use it in `.scangateignore` and in `scangate:allow` comments. */
  id: string;
  title: string;
  severity: Severity;
  kind: RuleKind;
  /** Lower-case ASCII. Every match contains one of them; the pattern is only tried there. */
  keywords: readonly string[];
  /** Limits the rule to credential files; without keywords it is tried at the beginning of every line. */
  files?: (path: string) => boolean;
  /** A path that `files` accepts, for the samples below. */
  samplePath?: string;
  /** Sticky and without unbounded repetition. The group `secret`, or else the whole match, is the secret. */
  pattern: RegExp;
  /** The pattern is tried at the first character of the keyword, or right after its last. */
  anchor: 'keyword' | 'behind-keyword';
  /** A match must not begin inside a word (`word`), or inside a part of a camelCase or snake_case name (`name`). */
  boundary: 'word' | 'name' | 'anywhere';
  /** A match that `check` refuses is certainly not a secret, which overrides generic rules. */
  authoritative: boolean;
  /** Moves the start of the match back over at most `max` characters of this class. */
  extendBack?: { over: RegExp; max: number };
  /** Locates the secret when the pattern only finds its beginning; undefined when there is none. */
  refine?: (
    file: { text: string; path: string },
    start: number,
    end: number,
  ) => { start: number; end: number } | undefined;
  /** The entropy in bits per character that a secret has at least. */
  minEntropy?: number;
  /** Recognizes what people write in place of a secret. */
  isSample?: (secret: string) => boolean;
  /** Decides on a match of the pattern, by checksum or context. */
  check?: (secret: string, found: RuleMatch) => boolean;
  positives: () => Sample[];
  negatives: () => string[];
}

interface Common {
  id: string;
  title: string;
  /** The entropy in bits per character that a random value of this form always exceeds; 0 when a checksum decides. */
  minEntropy?: number;
  check?: Rule['check'];
  positives: Rule['positives'];
  negatives: Rule['negatives'];
}

/** Returns the bound of a rule; where it is 0, a checksum decides instead. */
const plausible = (
  bound: number | undefined,
  isSample: (secret: string) => boolean,
): Pick<Rule, 'minEntropy' | 'isSample'> => {
  const minEntropy = bound ?? minEntropies.token;
  return minEntropy === 0 ? {} : { minEntropy, isSample };
};

/** Creates a rule for a recognizable token: fixed prefix or signature, known alphabet and length. */
export const tokenRule = (
  shape: Common & {
    keywords: readonly string[];
    pattern: RegExp;
    extendBack?: Rule['extendBack'];
    boundary?: Rule['boundary'];
  },
): Rule => ({
  id: shape.id,
  title: shape.title,
  severity: 'critical',
  kind: 'provider',
  keywords: shape.keywords,
  pattern: new RegExp(`(?:${shape.pattern.source})(?![\\w-])`, 'dy'),
  anchor: 'keyword',
  boundary: shape.boundary ?? 'word',
  authoritative: true,
  ...(shape.extendBack && { extendBack: shape.extendBack }),
  ...plausible(shape.minEntropy, looksLikeSampleToken),
  ...(shape.check && { check: shape.check }),
  positives: shape.positives,
  negatives: shape.negatives,
});

/** Returns whether the name is a file name, as in a list of files with their hashes. */
const isFileName = (name: string): boolean =>
  /\.(?!key$|token$|secret$|password$|api$)[A-Za-z]{1,5}$/.test(name);

/** Matches the text between a name and its value: `=`, `: "`, `' => '`, `("`, `" value="`, or a `value:` on the next line. */
const separator =
  '(?:[^A-Za-z0-9\\n]{1,12}(?:(?:value|default|string|String|str)[^A-Za-z0-9\\n]{1,6})?' +
  '|[^A-Za-z0-9\\n]{0,4}\\r?\\n[ \\t]{0,40}["\']?[vV]alue["\']?[ \\t]{0,4}[:=][ \\t]{0,4}["\']?)';

/**
 * Creates a rule for a value without a form of its own, recognized by the issuer's name before it.
 * @param shape.tail the rest of the name must contain one of these words (`key` in `DATADOG_API_KEY`).
 */
export const namedValueRule = (
  shape: Common & { names: readonly string[]; value: RegExp; tail?: readonly string[] },
): Rule => {
  const { tail } = shape;
  const tailFits = (name: string): boolean =>
    tail === undefined || tail.some((word) => name.toLowerCase().includes(word));
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
    boundary: 'name',
    authoritative: false,
    ...plausible(shape.minEntropy, looksLikePlaceholder),
    check: (secret, found) =>
      !isFileName(found.groups['tail'] ?? '') &&
      tailFits(found.groups['tail'] ?? '') &&
      !readsLikeWords(secret) &&
      shape.check?.(secret, found) !== false,
    positives: shape.positives,
    negatives: shape.negatives,
  };
};

/** Creates a rule for a standard form of secrets, or for a guess by name that its own `check` confirms. */
export const patternRule = (
  shape: Omit<Common, 'minEntropy'> &
    Pick<Rule, 'keywords' | 'pattern' | 'anchor'> & {
      severity?: Severity;
      kind?: RuleKind;
      boundary?: Rule['boundary'];
      authoritative?: boolean;
      refine?: Rule['refine'];
      files?: Rule['files'];
      samplePath?: string;
    },
): Rule => ({
  severity: 'high',
  kind: 'structured',
  boundary: 'anywhere',
  authoritative: false,
  ...shape,
  pattern: new RegExp(shape.pattern.source, 'dy'),
});
