import { useEffect, useRef, useState, type ReactElement } from 'react';
import { policyMessages } from '@scangate/console/messages/gate/policy.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { EditConflict } from '@scangate/console/parts/status/edit-conflict.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { isPermitted, managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useSharedEdit, useVersion, type Version } from '@scangate/console/session/use-shared-edit.ts';
import { changeOf, settingsOf, type Policy, type SettingName } from './policy-draft.ts';
import { PolicyLevel } from './policy-level.tsx';
import { levels, settings } from './policy-settings.tsx';
import { ProposalBanner } from './proposal-banner.tsx';
import { RulesPanel } from './rules/rules-panel.tsx';
import { SimulationPanel } from './simulation-panel.tsx';

interface PolicyFormProps {
  current: Version<Policy>;
  refetch: () => unknown;
}

const simulatedDays = 30;

const usePolicyEdit = ({ current, refetch }: PolicyFormProps) => {
  const [isHeld, setHeld] = useState(false);
  const save = useApiAction('change-gate', {
    invalidates: ['get-gate'],
    onDone: ({ status }) => setHeld(status === 202),
  });
  const simulate = useApiAction('simulate-gate');
  const edit = useSharedEdit<Policy>({
    draft: 'policy settings',
    current,
    refetch,
    act: save,
    send: ({ value, etag }, base) => save.run({ headers: { 'If-Match': etag }, body: changeOf(base, value) }),
  });
  const discard = (): void => {
    edit.discard();
    simulate.reset();
  };
  return { save, isHeld: isHeld && save.data !== undefined, edit: { ...edit, discard }, simulate };
};

type PolicyEdit = ReturnType<typeof usePolicyEdit>;

const labelOf = (name: SettingName): string => (Object.hasOwn(settings, name) ? settings[name].label : name);

/** Says the value of a setting. One that this page does not know, of a newer service, is shown as it is. */
const wordsOf = <N extends SettingName>(name: N, policy: Policy): string =>
  Object.hasOwn(settings, name) ? settings[name].words(policy[name]) : JSON.stringify(policy[name]);

const Saved = ({ policy: { isHeld, edit } }: { policy: PolicyEdit }): ReactElement | null =>
  edit.isSaved ? <Banner title={isHeld ? policyMessages.held : policyMessages.saved} /> : null;

const Actions = ({ policy: { edit, simulate } }: { policy: PolicyEdit }): ReactElement => {
  const body = { policy: changeOf(edit.base.value, edit.value), days: simulatedDays };
  return (
    <>
      <Button kind="primary" type="submit" busy={edit.isBusy} disabled={!edit.isChanged}>
        {policyMessages.save}
      </Button>
      <Button busy={simulate.isBusy} disabled={!edit.isChanged} onClick={() => void simulate.run({ body })}>
        {policyMessages.simulate}
      </Button>
      {edit.isChanged && (
        <Button kind="quiet" onClick={edit.discard}>
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

/** Shows what became of the last save or simulation. It stands beside the buttons, where the person looks then. */
const Outcome = ({ policy }: { policy: PolicyEdit }): ReactElement => {
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
      <EditConflict edit={edit} labelOf={labelOf} textOf={wordsOf} />
      {!hasConflict && hasProblem && <ProblemPanel error={problem} />}
      <Saved policy={policy} />
    </div>
  );
};

const PolicyForm = (props: PolicyFormProps): ReactElement => {
  const policy = usePolicyEdit(props);
  const { edit, simulate } = policy;
  const canEdit = isPermitted({ roles: managers }, useSession());
  const problem = policy.save.problem ?? simulate.problem;
  const fields = { policy: edit.value, change: edit.change, canEdit, problem };
  return (
    <Stack gap={4}>
      {!canEdit && <Banner title={policyMessages.readOnly} />}
      <Form
        onSubmit={() => edit.isChanged && void edit.save()}
        actions={canEdit && <Actions policy={policy} />}
      >
        {levels.map((level) => (
          <PolicyLevel key={level.capability} level={level} {...fields} />
        ))}
        <Outcome policy={policy} />
      </Form>
      {simulate.data && <SimulationPanel simulation={simulate.data} />}
    </Stack>
  );
};

/** The rules that every scan is judged by. Several people may edit them; none overwrites another unseen. */
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
      <RulesPanel />
    </Page>
  );
}
