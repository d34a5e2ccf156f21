import type { Language } from './languages.ts';
import type { Threshold } from '../severity.ts';

/** Texts that a rule is tried on before it is taken: it has to find something in each positive one, and nothing in the others. */
export interface RuleExamples {
  positive: string[];
  negative: string[];
}

interface OwnRuleBase {
  /** Unique among the rules of the organization. Findings name it as `own/<id>`. */
  id: string;
  title: string;
  severity: Threshold;
  examples: RuleExamples;
}

/** A rule of an organization for secrets. */
export interface OwnSecretRule extends OwnRuleBase {
  kind: 'secret';
  /** In lower case. The expression is looked for in the lines that have one of them, in either case. */
  keywords: string[];
  /** In the syntax of RE2. The group `secret`, or else the whole match, is the secret. */
  expression: string;
  /** The least entropy of the secret in bits per character. */
  entropy?: number | undefined;
  /** Expressions; a secret that one of them matches anywhere is none. */
  allow?: string[] | undefined;
}

/** A place where untrusted text comes in: the result of a call, or a name that is read. */
export interface OwnSource {
  call?: string | undefined;
  read?: string | undefined;
}

/** A place where untrusted text is dangerous: arguments of a call, or what is assigned to a name. */
export interface OwnSink {
  call?: string | undefined;
  /** The dangerous positions, from 0; the first one unless given. */
  arguments?: number[] | 'all' | 'receiver' | undefined;
  write?: string | undefined;
}

/** A rule of an organization for code: a pattern, or a flow from sources to sinks. */
export interface OwnCodeRule extends OwnRuleBase {
  kind: 'code';
  language: Language;
  message: string;
  help?: string | undefined;
  cwe?: string | undefined;
  /** An expression of the language, with metavariables such as `$NAME` and `...`. */
  pattern?: string | undefined;
  /** Absent: what the engine itself takes for untrusted. */
  sources?: OwnSource[] | undefined;
  sinks?: OwnSink[] | undefined;
  /** Names of calls after which text is harmless for this rule. */
  sanitizers?: string[] | undefined;
}

export type OwnRule = OwnSecretRule | OwnCodeRule;

/** The part of a policy that names the rules of the organization; the rules themselves are a record of their own. */
export interface OwnRulesInForce {
  digest: string;
  /** Their ids, by the engine that has them, so that names in suppressions and waivers can be checked. */
  secrets: string[];
  code: string[];
}

/** The namespace of the rules of organizations, which no rule of an engine has. */
export const ownPrefix = 'own/';

/** Returns the name by which findings, suppressions and waivers know a rule of an organization. */
export const ownRuleName = ({ id }: Pick<OwnRule, 'id'>): string => `${ownPrefix}${id}`;

export const isOwnRule = (rule: string): boolean => rule.startsWith(ownPrefix);

/** Returns rules as a scan carries them: their examples are only tried before they are taken. */
export const withoutExamples = (rules: readonly OwnRule[]): OwnRule[] =>
  rules.map((rule) => ({ ...rule, examples: { positive: [], negative: [] } }));

/** Returns the names of the rules of an organization that a policy has in force. */
export const ownRuleNames = (
  inForce: OwnRulesInForce | undefined,
): { secrets: string[]; sast: string[] } => ({
  secrets: (inForce?.secrets ?? []).map((id) => ownRuleName({ id })),
  sast: (inForce?.code ?? []).map((id) => ownRuleName({ id })),
});

const ownMark = '.own.';

/** Adds a digest of rules of an organization to the version of an engine. */
export const versionWithOwnRules = (version: string, digest: string): string =>
  `${version}${ownMark}${digest.slice(-12)}`;

/** Returns the version of the engine alone: the rules of an organization belong to its policy. */
export const versionWithoutOwnRules = (version: string): string => version.split(ownMark, 1)[0] ?? version;

/** Limits of what an organization may write. */
export const ownRuleLimits = {
  rules: 200,
  /** Bytes of all rules together in canonical JSON, so that they fit a record. */
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
