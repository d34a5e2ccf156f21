import type { ReactElement } from 'react';
import { trackedMessages } from '@scangate/console/messages/gate/tracked.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextArea } from '@scangate/console/parts/forms/text-field.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { EditConflict } from '@scangate/console/parts/status/edit-conflict.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
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

const useEdit = ({ finding, current, refetch }: EditFormProps) => {
  const { fingerprint, projectUnitId } = finding;
  const act = useApiAction('change-tracked-finding', { invalidates: ['list-tracked-findings'] });
  const edit = useSharedEdit<Editable>({
    draft: `finding ${fingerprint}.${projectUnitId}`,
    current,
    refetch,
    act,
    send: ({ value, etag }) =>
      act.run({
        params: { fingerprint },
        query: { projectUnitId },
        headers: { 'If-Match': etag },
        body: value,
      }),
  });
  return { act, edit };
};

const labelOf = (name: keyof Editable): string =>
  name === 'assignee' ? trackedMessages.assignee : trackedMessages.notes;

/** Says a field, with the name of a person. */
const textIn =
  (people: People['all']) =>
  (name: keyof Editable, { assignee, notes }: Editable): string => {
    if (name === 'notes') return notes ?? '';
    if (assignee === null) return trackedMessages.nobody;
    return people.find(({ personId }) => personId === assignee)?.displayName ?? trackedMessages.somebody;
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
  const { act, edit } = useEdit(props);
  const { assignee, notes } = edit.value;
  if (edit.conflict.length > 0) return <EditConflict edit={edit} labelOf={labelOf} textOf={textIn(people)} />;
  return (
    <Form
      problem={act.problem}
      onSubmit={() => edit.isChanged && void edit.save()}
      actions={
        <Button type="submit" busy={edit.isBusy} disabled={!edit.isChanged}>
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
