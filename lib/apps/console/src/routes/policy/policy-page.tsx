import { useEffect, useRef, useState, type ReactElement } from 'react';
import { policyMessages } from '@scangate/console/messages/gate/policy.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { ConflictPanel } from '@scangate/console/parts/status/conflict-panel.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { isPermitted, managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import { useSharedEdit, useVersion, type Version } from '@scangate/console/session/use-shared-edit.ts';
import { changeOf, settingsOf, type Policy, type SettingName } from './policy-draft.ts';
import { PolicyLevel } from './policy-level.tsx';
import { levels, settings } from './policy-settings.tsx';
import { ProposalBanner } from './proposal-banner.tsx';
import { SimulationPanel } from './simulation-panel.tsx';

interface PolicyFormProps {
  current: Version<Policy>;
  refetch: () => unknown;
}

const simulatedDays = 30;

const usePolicyEdit = ({ current, refetch }: PolicyFormProps) => {
  const [isHeld, setHeld] = useState(false);
  const save = useAct('change-gate', {
    invalidates: ['get-gate'],
    // Mine stay until they are read as the current ones, so that the form never goes back for a moment.
    onDone: async ({ status }) => {
      await refetch();
      setHeld(status === 202);
      edit.discard();
    },
  });
  const edit = useSharedEdit<Policy>({ draft: 'policy settings', current, problem: save.problem, refetch });
  const simulate = useAct('simulate-gate');
  const send = (base: Policy, version: Version<Policy>): void =>
    void save.run({ headers: { 'If-Match': version.etag }, body: changeOf(base, version.value) });
  const discard = (): void => {
    edit.discard();
    save.reset();
    simulate.reset();
  };
  return { save, isHeld, edit, simulate, send, discard };
};

type PolicyEdit = ReturnType<typeof usePolicyEdit>;

/** Says the value of a setting. One that this page does not know, of a newer service, is shown as it is. */
const wordsOf = <N extends SettingName>(name: N, policy: Policy): string =>
  Object.hasOwn(settings, name) ? settings[name].words(policy[name]) : JSON.stringify(policy[name]);

/** Yours and theirs, after somebody else saved first. */
const Conflict = ({ policy, current }: { policy: PolicyEdit; current: Version<Policy> }): ReactElement => (
  <ConflictPanel
    fields={policy.edit.conflict.map(({ name, changedBy }) => ({
      label: Object.hasOwn(settings, name) ? settings[name].label : name,
      yours: <Text value={wordsOf(name, policy.edit.value)} />,
      theirs: <Text value={wordsOf(name, current.value)} />,
      changedBy,
    }))}
    onTakeTheirs={policy.discard}
    onSendAgain={() => policy.send(current.value, policy.edit.merged)}
    busy={policy.save.isBusy}
  />
);

const Saved = ({ policy: { save, isHeld, edit } }: { policy: PolicyEdit }): ReactElement | null =>
  save.data && !edit.isChanged ? (
    <Banner title={isHeld ? policyMessages.held : policyMessages.saved} />
  ) : null;

const Actions = ({ policy: { save, edit, simulate, discard } }: { policy: PolicyEdit }): ReactElement => {
  const body = { policy: changeOf(edit.base.value, edit.value), days: simulatedDays };
  return (
    <>
      <Button kind="primary" type="submit" busy={save.isBusy} disabled={!edit.isChanged}>
        {policyMessages.save}
      </Button>
      <Button busy={simulate.isBusy} disabled={!edit.isChanged} onClick={() => void simulate.run({ body })}>
        {policyMessages.simulate}
      </Button>
      {edit.isChanged && (
        <Button kind="quiet" onClick={discard}>
          {policyMessages.discard}
        </Button>
      )}
    </>
  );
};

/** Leads to the first setting that was refused, else to what became of the request. */
const leadTo = (outcome: HTMLElement | null): void => {
  const refused = outcome?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (refused) refused.focus();
  else outcome?.scrollIntoView({ block: 'nearest' });
};

/** Shows what became of the last save or simulation. It stands beside the buttons, where somebody looks then. */
const Outcome = ({ policy, current }: { policy: PolicyEdit; current: Version<Policy> }): ReactElement => {
  const { save, edit, simulate } = policy;
  const problem = save.problem ?? simulate.problem;
  const hasConflict = edit.conflict.length > 0;
  const hasProblem = problem !== undefined && problem !== null;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasConflict || hasProblem) leadTo(place.current);
  }, [hasConflict, hasProblem, problem]);
  return (
    <div ref={place}>
      {hasConflict && <Conflict policy={policy} current={current} />}
      {!hasConflict && hasProblem && <ProblemPanel error={problem} />}
      <Saved policy={policy} />
    </div>
  );
};

const PolicyForm = (props: PolicyFormProps): ReactElement => {
  const policy = usePolicyEdit(props);
  const { edit, simulate, send } = policy;
  const canEdit = isPermitted({ roles: managers }, useSession());
  const problem = policy.save.problem ?? simulate.problem;
  const fields = { policy: edit.value, change: edit.change, canEdit, problem };
  return (
    <Stack gap={4}>
      {!canEdit && <Banner title={policyMessages.readOnly} />}
      <Form
        onSubmit={() => send(edit.base.value, { value: edit.value, etag: edit.base.etag })}
        actions={canEdit && <Actions policy={policy} />}
      >
        {levels.map((level) => (
          <PolicyLevel key={level.capability} level={level} {...fields} />
        ))}
        <Outcome policy={policy} current={props.current} />
      </Form>
      {simulate.data && <SimulationPanel simulation={simulate.data} />}
    </Stack>
  );
};

/** The rules that every scan is judged by. Several people may edit them; nobody overwrites another unseen. */
export default function PolicyPage(): ReactElement {
  const reading = useVersion('get-gate');
  const proposal = reading.data?.value.proposal;
  return (
    <Page title={policyMessages.title} lead={policyMessages.lead}>
      {proposal && <ProposalBanner proposal={proposal} />}
      <Panel reading={reading} rows={10}>
        {({ value, etag }) => (
          <PolicyForm current={{ value: settingsOf(value), etag }} refetch={reading.refetch} />
        )}
      </Panel>
    </Page>
  );
}
