import { useEffect, useRef, type ReactElement } from 'react';
import { policyMessages } from '@scangate/console/messages/gate/policy.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
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
import { CoverageFields, ThresholdFields } from './basic-fields.tsx';
import { ExploitFields, IgnoreFields, LicenseFields } from './further-fields.tsx';
import { changeOf, valueText, withoutProposal, type Policy } from './policy-draft.ts';
import { SimulationPanel } from './simulation-panel.tsx';

interface PolicyFormProps {
  current: Version<Policy>;
  refetch: () => unknown;
}

const simulatedDays = 30;

const usePolicyEdit = ({ current, refetch }: PolicyFormProps) => {
  const save = useAct('change-gate', { invalidates: ['get-gate'], onDone: () => edit.discard() });
  const edit = useSharedEdit<Policy>({ draft: 'policy', current, problem: save.problem, refetch });
  const simulate = useAct('simulate-gate');
  const send = (base: Policy, version: Version<Policy>): void =>
    void save.run({ headers: { 'If-Match': version.etag }, body: changeOf(base, version.value) });
  return { save, edit, simulate, send };
};

type PolicyEdit = ReturnType<typeof usePolicyEdit>;

/** Yours and theirs, after somebody else saved first. */
const Conflict = ({ policy, current }: { policy: PolicyEdit; current: Version<Policy> }): ReactElement => (
  <ConflictPanel
    fields={policy.edit.conflict.map(({ name, mine, theirs }) => ({
      label: wordFor(policyMessages.fieldNames, name),
      yours: <Text value={valueText(mine)} />,
      theirs: <Text value={valueText(theirs)} />,
    }))}
    onTakeTheirs={() => {
      policy.edit.discard();
      policy.save.reset();
    }}
    onSendAgain={() => policy.send(current.value, policy.edit.merged)}
    busy={policy.save.isBusy}
  />
);

const Saved = ({ policy: { save, edit } }: { policy: PolicyEdit }): ReactElement | null =>
  save.data && !edit.isChanged ? (
    <Banner title={save.data.proposal ? policyMessages.held : policyMessages.saved} />
  ) : null;

const Actions = ({ policy: { save, edit, simulate } }: { policy: PolicyEdit }): ReactElement => {
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
        <Button kind="quiet" onClick={edit.discard}>
          {policyMessages.discard}
        </Button>
      )}
    </>
  );
};

/** Shows what became of the last save or simulation. It stands beside the buttons, where somebody looks then. */
const Outcome = ({ policy, current }: { policy: PolicyEdit; current: Version<Policy> }): ReactElement => {
  const { save, edit, simulate } = policy;
  const problem = save.problem ?? simulate.problem;
  const hasConflict = edit.conflict.length > 0;
  const hasProblem = problem !== undefined && problem !== null;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasConflict || hasProblem) place.current?.scrollIntoView({ block: 'nearest' });
  }, [hasConflict, hasProblem]);
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
  const fields = { policy: edit.value, change: edit.change, canEdit };
  return (
    <Stack gap={4}>
      {!canEdit && <Banner title={policyMessages.readOnly} />}
      <Form
        onSubmit={() => send(edit.base.value, { value: edit.value, etag: edit.base.etag })}
        actions={canEdit && <Actions policy={policy} />}
      >
        <ThresholdFields {...fields} />
        <CoverageFields {...fields} />
        <LicenseFields {...fields} />
        <IgnoreFields {...fields} />
        <ExploitFields {...fields} />
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
      {proposal && (
        <Banner tone="warning" title={policyMessages.proposal}>
          {policyMessages.proposalHelp}
        </Banner>
      )}
      <Panel reading={reading} rows={10}>
        {({ value, etag }) => (
          <PolicyForm current={{ value: withoutProposal(value), etag }} refetch={reading.refetch} />
        )}
      </Panel>
    </Page>
  );
}
