import { useCallback, type ReactElement } from 'react';
import { trackedMessages } from '@scangate/console/messages/gate/tracked.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextArea } from '@scangate/console/parts/forms/text-field.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { ConflictPanel } from '@scangate/console/parts/status/conflict-panel.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useAct } from '@scangate/console/session/use-act.ts';
import type { People } from '@scangate/console/session/use-people.ts';
import { useSharedEdit, useVersion, type Version } from '@scangate/console/session/use-shared-edit.ts';
import type { TrackedFinding } from './tracked-columns.tsx';

interface Editable {
  assignee: string | null;
  notes: string | null;
}

interface FindingEditProps {
  finding: TrackedFinding;
  people: People['all'];
}

interface EditFormProps extends FindingEditProps {
  current: Version<Editable>;
  refetch: () => unknown;
}

/** Sends the edit for the version that it began with, or on top of another one. */
const useEdit = ({ finding, current, refetch }: EditFormProps) => {
  const { fingerprint, projectUnitId } = finding;
  const act = useAct('change-tracked-finding', {
    invalidates: ['list-tracked-findings'],
    onDone: async () => {
      await refetch();
      edit.discard();
    },
  });
  const draft = `finding ${fingerprint}.${projectUnitId}`;
  const edit = useSharedEdit<Editable>({ draft, current, problem: act.problem, refetch });
  const send = useCallback(
    (version: Version<Editable>) =>
      void act.run({
        params: { fingerprint },
        query: { projectUnitId },
        headers: { 'If-Match': version.etag },
        body: version.value,
      }),
    [act, fingerprint, projectUnitId],
  );
  return { act, edit, send };
};

type Edit = ReturnType<typeof useEdit>;

/** Yours and theirs, after somebody else saved first. */
const Conflict = ({ act, edit, send, people }: Edit & { people: People['all'] }): ReactElement => {
  const nameOf = (id: string | null): string =>
    people.find(({ personId }) => personId === id)?.displayName ??
    (id === null ? trackedMessages.nobody : trackedMessages.somebody);
  const textOf = (name: keyof Editable, value: string | null): string =>
    name === 'assignee' ? nameOf(value) : (value ?? '');
  return (
    <ConflictPanel
      fields={edit.conflict.map(({ name, mine, theirs, changedBy }) => ({
        label: name === 'assignee' ? trackedMessages.assignee : trackedMessages.notes,
        yours: <Text value={textOf(name, mine)} />,
        theirs: <Text value={textOf(name, theirs)} />,
        changedBy,
      }))}
      onTakeTheirs={() => {
        edit.discard();
        act.reset();
      }}
      onSendAgain={() => send(edit.merged)}
      busy={act.isBusy}
    />
  );
};

/** The people that a finding can be assigned to, and whoever has it although they left. */
const assigneeOptions = (people: People['all'], assignee: string | null) => [
  { value: '', label: trackedMessages.nobody },
  ...(assignee === null || people.some(({ personId }) => personId === assignee)
    ? []
    : [{ value: assignee, label: trackedMessages.somebody }]),
  ...people.map(({ personId, displayName }) => ({ value: personId, label: markedText(displayName) })),
];

const EditForm = (props: EditFormProps): ReactElement => {
  const { people } = props;
  const editing = useEdit(props);
  const { act, edit, send } = editing;
  const { assignee, notes } = edit.value;
  if (edit.conflict.length > 0) return <Conflict {...editing} people={people} />;
  return (
    <Form
      problem={act.problem}
      onSubmit={() => send({ value: edit.value, etag: edit.base.etag })}
      actions={
        <Button type="submit" busy={act.isBusy} disabled={!edit.isChanged}>
          {trackedMessages.saveNotes}
        </Button>
      }
    >
      <Select
        label={trackedMessages.assignee}
        value={assignee ?? ''}
        onChange={(id) => edit.change({ assignee: id === '' ? null : id })}
        options={assigneeOptions(people, assignee)}
      />
      <TextArea
        label={trackedMessages.notes}
        help={trackedMessages.notesHelp}
        error={errorAt(act.problem, '/notes')}
        value={notes ?? ''}
        onChange={(text) => edit.change({ notes: text === '' ? null : text })}
        rows={3}
      />
    </Form>
  );
};

/** Who looks at a finding, and what was written about it. Two people may edit it at once. */
export const FindingEdit = ({ finding, people }: FindingEditProps): ReactElement => {
  const { fingerprint, projectUnitId } = finding;
  const reading = useVersion('get-tracked-finding', { params: { fingerprint }, query: { projectUnitId } });
  return (
    <Panel reading={reading} rows={3}>
      {({ value: { assignee, notes }, etag }) => (
        <EditForm
          finding={finding}
          people={people}
          current={{ value: { assignee, notes }, etag }}
          refetch={reading.refetch}
        />
      )}
    </Panel>
  );
};
