import type { Rule } from '../rule.ts';
import type { Spot } from './config-node.ts';

/** The part of a file that a rule examines, such as a job, a container or a resource. */
export interface Subject {
  /** Its name in the file, such as `aws_s3_bucket.logs`, which tells findings apart. */
  address: string;
}

/** A rule without its predicate. */
export interface ConfigurationRuleInfo extends Pick<
  Rule,
  'id' | 'cwe' | 'severity' | 'confidence' | 'title' | 'message' | 'help'
> {
  /** The text that may change without making this a different finding, such as a version that tools bump. */
  sameWithout?: RegExp;
  /** Files with exactly one finding; `HERE` in a comment marks its line. */
  positives: readonly (readonly [file: string, text: string])[];
  negatives: readonly (readonly [file: string, text: string])[];
}

/** The version of an image or an action. */
export const anyVersion = /(?:@sha256:[0-9a-f]{1,64}|[@:][\w.+-]{1,300})(?=["'\s]|$)/g;

/**
 * A rule for configuration: data and a pure predicate over one kind of subject. A new rule is one more entry of a
 * table.
 */
export interface ConfigurationRule<S extends Subject> extends ConfigurationRuleInfo {
  /** Returns the places of the weakness in a subject, in time linear in the subject. */
  find: (subject: S) => readonly Spot[];
}

/** A match of a rule in a configuration. */
export interface ConfigurationMatch {
  rule: ConfigurationRuleInfo;
  address: string;
  spot: Spot;
}

/** Applies the rules for one kind of subject. */
export const matchesIn = <S extends Subject>(
  subjects: readonly S[],
  rules: readonly ConfigurationRule<S>[],
): ConfigurationMatch[] =>
  subjects.flatMap((subject) =>
    rules.flatMap((rule) => rule.find(subject).map((spot) => ({ rule, address: subject.address, spot }))),
  );
