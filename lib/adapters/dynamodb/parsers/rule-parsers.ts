import { languages } from '@scangate/engines/model/gate/languages';
import type {
  CustomCodeRule,
  CustomRule,
  CustomSecretRule,
  CustomSink,
  CustomSource,
  RuleExamples,
} from '@scangate/engines/model/gate/custom-rules';
import { keyIn, kindOf, listOf, number, objectOf, oneOf, optional, text, type Parse } from './parse-value.ts';
import { threshold } from './verdict-parsers.ts';

const positions: Parse<NonNullable<CustomSink['arguments']>> = (value) =>
  typeof value === 'string' ? oneOf(['all', 'receiver'] as const)(value) : listOf(number)(value);

const examples = objectOf<RuleExamples>({ positive: listOf(text), negative: listOf(text) });

/** A rule of an organization. */
export const customRule = kindOf<CustomRule>({
  secret: objectOf<CustomSecretRule>({
    kind: keyIn<'secret'>({ secret: true }),
    id: text,
    title: text,
    severity: threshold,
    examples,
    keywords: listOf(text),
    expression: text,
    entropy: optional(number),
    allow: optional(listOf(text)),
  }),
  code: objectOf<CustomCodeRule>({
    kind: keyIn<'code'>({ code: true }),
    id: text,
    title: text,
    severity: threshold,
    examples,
    language: oneOf(languages),
    message: text,
    help: optional(text),
    cwe: optional(text),
    pattern: optional(text),
    sources: optional(listOf(objectOf<CustomSource>({ call: optional(text), read: optional(text) }))),
    sinks: optional(
      listOf(
        objectOf<CustomSink>({ call: optional(text), arguments: optional(positions), write: optional(text) }),
      ),
    ),
    sanitizers: optional(listOf(text)),
  }),
});
