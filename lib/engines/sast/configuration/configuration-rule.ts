import type { Rule } from '../rule.ts';
import type { Spot } from './config-node.ts';

/** The part of a file that a rule examines: a job, a container, a resource. */
export interface Subject {
  /** Its name in the file, such as `aws_s3_bucket.logs`, which keeps findings apart. */
  address: string;
}

/** A rule without its predicate. */
export interface ConfigurationRuleInfo extends Pick<
  Rule,
  'id' | 'cwe' | 'severity' | 'confidence' | 'title' | 'message' | 'help'
> {
  /** The text that may change without making it another finding, such as a version that tools raise. */
  sameWithout?: RegExp;
  /** Files with exactly one finding; `HERE` in a comment marks its line. */
  positives: readonly (readonly [file: string, text: string])[];
  negatives: readonly (readonly [file: string, text: string])[];
}

/** The version of an image or an action. */
export const anyVersion = /(?:@sha256:[0-9a-f]{1,64}|[@:][\w.+-]{1,300})(?=["'\s]|$)/g;

/** A rule for configuration: data and a pure predicate over one kind of subjects. Adding one is one entry of a table. */
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

/** Applies the rules for one kind of subjects. */
export const matchesIn = <S extends Subject>(
  subjects: readonly S[],
  rules: readonly ConfigurationRule<S>[],
): ConfigurationMatch[] =>
  subjects.flatMap((subject) =>
    rules.flatMap((rule) => rule.find(subject).map((spot) => ({ rule, address: subject.address, spot }))),
  );
