import { ApiProblem } from '@scangate/client';
import { useState, type ReactElement } from 'react';
import { rulesFileMessages as words } from '@scangate/console/messages/gate/custom-rules.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { FileDrop } from '@scangate/console/parts/forms/file-drop.tsx';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Version } from '@scangate/console/session/use-shared-edit.ts';
import { RuleTrialPanel } from './rule-trial-panel.tsx';
import { compareRules, readRulesFile, type CustomRule, type RulesFile } from './rules-file.ts';

type ChosenFile = RulesFile & { name: string };

const triedScans = 3;

/** Says what a file changes, so that no rule is removed unseen. */
const Difference = ({
  inForce,
  rules,
}: {
  inForce: readonly CustomRule[];
  rules: readonly CustomRule[];
}): ReactElement => {
  const difference = compareRules(inForce, rules);
  const items = (['added', 'changed', 'removed'] as const)
    .filter((kind) => difference[kind].length > 0)
    .map((kind) => ({ label: words[kind], value: <Text value={difference[kind].join(', ')} /> }));
  return items.length === 0 ? <p>{words.same}</p> : <KeyValue items={items} />;
};

/** Names each rule that was refused; the panel of a problem names the first. */
const Refused = ({ problem }: { problem: unknown }): ReactElement | null => {
  if (!(problem instanceof ApiProblem) || problem.errors.length < 2) return null;
  return (
    <ul aria-label={words.refused}>
      {problem.errors.map(({ detail = '' }, at) => (
        <li key={at}>
          <Text value={detail} />
        </li>
      ))}
    </ul>
  );
};

/** Takes a file with rules, tries it on the newest scans, and puts it in the place of the rules in force. */
export const RulesForm = ({ current }: { current: Version<readonly CustomRule[]> }): ReactElement => {
  const [file, setFile] = useState<ChosenFile | undefined>(undefined);
  const attempt = useApiAction('simulate-rules');
  const save = useApiAction('change-rules', { invalidates: ['get-rules', 'get-gate'] });
  const take = async (dropped: File): Promise<void> => {
    attempt.reset();
    save.reset();
    setFile({ name: dropped.name, ...(await readRulesFile(dropped)) });
  };
  const rules = file && 'rules' in file ? [...file.rules] : undefined;
  const problem = save.problem ?? attempt.problem;
  const headers = { 'If-Match': current.etag };
  return (
    <>
      <Panel title={words.title} lead={words.lead}>
        <Stack gap={2}>
          <FileDrop
            label={words.file}
            help={words.fileHelp}
            accept=".yaml,.yml,.json"
            error={file && 'problem' in file ? words.problems[file.problem] : undefined}
            onFile={(dropped) => void take(dropped)}
          />
          {file && rules && (
            <>
              <p role="status">{fill(words.chosen(rules.length), { name: <Code value={file.name} /> })}</p>
              <Difference inForce={current.value} rules={rules} />
              <Row>
                <Button
                  busy={attempt.isBusy}
                  onClick={() => void attempt.run({ body: { rules, scans: triedScans } })}
                >
                  {words.attempt}
                </Button>
                <Button busy={save.isBusy} onClick={() => void save.run({ headers, body: { rules } })}>
                  {words.save}
                </Button>
              </Row>
            </>
          )}
          {problem !== undefined && problem !== null && <ProblemPanel error={problem} />}
          <Refused problem={problem} />
          {save.data && <Banner title={words.saved} />}
        </Stack>
      </Panel>
      {attempt.data && <RuleTrialPanel trial={attempt.data} />}
    </>
  );
};
