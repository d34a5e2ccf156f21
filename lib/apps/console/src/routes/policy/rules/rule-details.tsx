import type { ReactElement } from 'react';
import { customRulesMessages } from '@scangate/console/messages/gate/custom-rules.ts';
import { KeyValue, type KeyValueItem } from '@scangate/console/parts/layout/key-value.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { CodeBlock } from '@scangate/console/parts/text/code-block.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { CustomRule } from './rules-file.ts';

type Fact = string | number | readonly string[] | undefined;

/** Leaves out what a rule does not have. */
const itemsOf = (facts: readonly (readonly [label: string, value: Fact])[]): KeyValueItem[] =>
  facts.flatMap(([label, value]) => {
    if (value === undefined) return [];
    const texts = typeof value === 'object' ? value : [String(value)];
    const shown = texts.map((text, at) => (
      <div key={at}>
        <Code value={text} />
      </div>
    ));
    return [{ label, value: shown }];
  });

const placesOf = (places: readonly object[] | undefined): string[] | undefined =>
  places?.map((place) =>
    Object.entries(place)
      .map(([key, value]) => `${key} ${JSON.stringify(value)}`)
      .join(', '),
  );

const factsOf = (rule: CustomRule): KeyValueItem[] => {
  const words = customRulesMessages;
  if (rule.kind === 'secret')
    return itemsOf([
      [words.keywords, rule.keywords],
      [words.expression, rule.expression],
      [words.entropy, rule.entropy],
      [words.allow, rule.allow],
    ]);
  return itemsOf([
    [words.language, rule.language],
    [words.cwe, rule.cwe],
    [words.pattern, rule.pattern],
    [words.sources, placesOf(rule.sources)],
    [words.sinks, placesOf(rule.sinks)],
    [words.sanitizers, rule.sanitizers],
  ]);
};

/** Shows the parts of a rule, and the examples that it was tried on. */
export const RuleDetails = ({ rule }: { rule: CustomRule }): ReactElement => {
  const { examples } = rule;
  return (
    <Stack gap={2}>
      <h3>
        <Text value={`custom/${rule.id}`} />
      </h3>
      {rule.kind === 'code' && (
        <p>
          <Text value={rule.message} /> {rule.help !== undefined && <Text value={rule.help} />}
        </p>
      )}
      <KeyValue items={factsOf(rule)} />
      {(['positive', 'negative'] as const).flatMap((kind) =>
        examples[kind].map((text, at) => (
          <CodeBlock key={`${kind}${at}`} code={text} label={customRulesMessages.examples[kind](at + 1)} />
        )),
      )}
    </Stack>
  );
};
