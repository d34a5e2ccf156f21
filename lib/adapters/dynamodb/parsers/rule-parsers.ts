import { languages } from '@scangate/engines/model/gate/languages';
import type {
  OwnCodeRule,
  OwnRule,
  OwnSecretRule,
  OwnSink,
  OwnSource,
  RuleExamples,
} from '@scangate/engines/model/gate/own-rules';
import { keyIn, kindOf, listOf, number, objectOf, oneOf, optional, text, type Parse } from './parse-value.ts';
import { threshold } from './verdict-parsers.ts';

const positions: Parse<NonNullable<OwnSink['arguments']>> = (value) =>
  typeof value === 'string' ? oneOf(['all', 'receiver'] as const)(value) : listOf(number)(value);

const examples = objectOf<RuleExamples>({ positive: listOf(text), negative: listOf(text) });

/** A rule of an organization. */
export const ownRule = kindOf<OwnRule>({
  secret: objectOf<OwnSecretRule>({
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
  code: objectOf<OwnCodeRule>({
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
    sources: optional(listOf(objectOf<OwnSource>({ call: optional(text), read: optional(text) }))),
    sinks: optional(
      listOf(
        objectOf<OwnSink>({ call: optional(text), arguments: optional(positions), write: optional(text) }),
      ),
    ),
    sanitizers: optional(listOf(text)),
  }),
});
