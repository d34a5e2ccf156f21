import type { Language } from './languages.ts';
import type { Threshold } from '../severity.ts';

/**
 * Texts on which a rule is tried before it is accepted: it has to find something in each positive one, and nothing
 * in the negative ones.
 */
export interface RuleExamples {
  positive: string[];
  negative: string[];
}

interface CustomRuleBase {
  /** Unique among the rules of the organization. Findings name it as `custom/<id>`. */
  id: string;
  title: string;
  severity: Threshold;
  examples: RuleExamples;
}

/** A rule of an organization for secrets. */
export interface CustomSecretRule extends CustomRuleBase {
  kind: 'secret';
  /** In lower case. The expression is only matched in lines that contain one of them, in either case. */
  keywords: string[];
  /** In the syntax of RE2. The group `secret`, or else the whole match, is the secret. */
  expression: string;
  /** The minimum entropy of the secret in bits per character. */
  entropy?: number | undefined;
  /** Regular expressions; a candidate that one of them matches anywhere is not a secret. */
  allow?: string[] | undefined;
}

/** A place where untrusted text enters: the result of a call, or a name that is read. */
export interface CustomSource {
  call?: string | undefined;
  read?: string | undefined;
}

/** A place where untrusted text is dangerous: arguments of a call, or an assignment to a name. */
export interface CustomSink {
  call?: string | undefined;
  /** The dangerous positions, from 0; the first one unless given. */
  arguments?: number[] | 'all' | 'receiver' | undefined;
  write?: string | undefined;
}

/** A rule of an organization for code: a pattern, or a flow from sources to sinks. */
export interface CustomCodeRule extends CustomRuleBase {
  kind: 'code';
  language: Language;
  message: string;
  help?: string | undefined;
  cwe?: string | undefined;
  /** An expression of the language, with metavariables such as `$NAME` and `...`. */
  pattern?: string | undefined;
  /** Absent: the engine's own sources. */
  sources?: CustomSource[] | undefined;
  sinks?: CustomSink[] | undefined;
  /** Names of calls whose result is harmless for this rule. */
  sanitizers?: string[] | undefined;
}

export type CustomRule = CustomSecretRule | CustomCodeRule;

/**
 * The part of a policy that names the organization's rules; the rules themselves are stored in a record of their
 * own.
 */
export interface CustomRulesInForce {
  digest: string;
  /** Their ids, by the engine that runs them, so that names in suppressions and waivers can be checked. */
  secrets: string[];
  code: string[];
}

/** The namespace of organizations' rules, which no rule of an engine uses. */
export const customRulePrefix = 'custom/';

/** Returns the name of an organization's rule in findings, suppressions and waivers. */
export const customRuleName = ({ id }: Pick<CustomRule, 'id'>): string => `${customRulePrefix}${id}`;

export const isCustomRule = (rule: string): boolean => rule.startsWith(customRulePrefix);

/** Returns rules as a scan carries them: their examples are only tried before they are accepted. */
export const withoutExamples = (rules: readonly CustomRule[]): CustomRule[] =>
  rules.map((rule) => ({ ...rule, examples: { positive: [], negative: [] } }));

/** Returns the names of the organization's rules that are in force by a policy. */
export const customRuleNames = (
  inForce: CustomRulesInForce | undefined,
): { secrets: string[]; sast: string[] } => ({
  secrets: (inForce?.secrets ?? []).map((id) => customRuleName({ id })),
  sast: (inForce?.code ?? []).map((id) => customRuleName({ id })),
});

const customMark = '.custom.';

/** Adds the digest of an organization's rules to the version of an engine. */
export const versionWithCustomRules = (version: string, digest: string): string =>
  `${version}${customMark}${digest.slice(-12)}`;

/** Returns the version of the engine alone: an organization's rules belong to its policy. */
export const versionWithoutCustomRules = (version: string): string =>
  version.split(customMark, 1)[0] ?? version;

/** Limits of an organization's rules. */
export const customRuleLimits = {
  rules: 200,
  /** Bytes of all rules together in canonical JSON, so that they fit into one record. */
  bytes: 262_144,
  keywords: 20,
  keywordLength: 3,
  expressionLength: 1_000,
  allow: 20,
  names: 50,
  nameLength: 200,
  patternLength: 1_000,
  examples: 10,
  exampleLength: 4_000,
} as const;
