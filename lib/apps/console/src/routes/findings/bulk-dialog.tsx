import { useState, type ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { problemWords } from '@scangate/console/messages/problems.ts';
import { trackedMessages } from '@scangate/console/messages/gate/tracked.ts';
import { waiverMessages } from '@scangate/console/messages/gate/waivers.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextArea, TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { dayIn, endOfDay, oneLine } from '@scangate/console/routes/waivers/waiver-targets.ts';
import { serverNow } from '@scangate/console/session/browser/server-time.ts';
import type { BulkChange, BulkResult } from './bulk-request.ts';
import { useBulk } from './use-bulk.ts';

export type BulkAction = 'assign' | 'note' | 'waive';

interface BulkDialogProps {
  action: BulkAction;
  keys: ReadonlySet<string>;
  people: readonly { personId: string; displayName: string }[];
  onClose: () => void;
}

interface BulkDraft {
  personId: string;
  text: string;
  day: string;
}

const usualDays = 30;

const titles = {
  assign: trackedMessages.assignTitle,
  note: trackedMessages.noteTitle,
  waive: trackedMessages.waiveTitle,
} as const;

const changeOf = (action: BulkAction, { personId, text, day }: BulkDraft): BulkChange => {
  if (action === 'assign') return { assign: personId === '' ? null : personId };
  if (action === 'note') return { note: text.trim() === '' ? null : text };
  return { waive: { reason: oneLine(text), expiresAt: endOfDay(day) } };
};

interface FieldsProps {
  action: BulkAction;
  draft: BulkDraft;
  set: (change: Partial<BulkDraft>) => void;
  people: BulkDialogProps['people'];
  problem: unknown;
}

const Fields = ({ action, draft, set, people, problem }: FieldsProps): ReactElement => {
  if (action === 'assign')
    return (
      <Select
        label={trackedMessages.assignee}
        value={draft.personId}
        onChange={(personId) => set({ personId })}
        options={[
          { value: '', label: trackedMessages.nobody },
          ...people.map(({ personId, displayName }) => ({ value: personId, label: markedText(displayName) })),
        ]}
      />
    );
  const isWaiver = action === 'waive';
  return (
    <>
      <TextArea
        label={isWaiver ? waiverMessages.reason : trackedMessages.noteText}
        help={isWaiver ? waiverMessages.reasonHelp : trackedMessages.noteReplaces}
        error={errorAt(problem, isWaiver ? '/waive/reason' : '/note')}
        value={draft.text}
        onChange={(text) => set({ text })}
        required={isWaiver}
        rows={3}
      />
      {isWaiver && (
        <TextField
          label={waiverMessages.expires}
          error={errorAt(problem, '/waive/expiresAt')}
          type="date"
          value={draft.day}
          onChange={(day) => set({ day })}
          required
        />
      )}
    </>
  );
};

const Result = ({ result: { done, failed } }: { result: BulkResult }): ReactElement => {
  const refused = [...failed.values()].reduce((sum, count) => sum + count, 0);
  return (
    <Stack gap={2}>
      <p>{trackedMessages.applied(done)}</p>
      {refused > 0 && <p>{trackedMessages.failed(refused)}</p>}
      <ul>
        {[...failed.keys()].map((code) => (
          <li key={code}>{problemWords(code).title}</li>
        ))}
      </ul>
    </Stack>
  );
};

/** Assigns, notes or waives many findings at once, and says what became of each. */
export const BulkDialog = ({ action, keys, people, onClose }: BulkDialogProps): ReactElement => {
  const [draft, setDraft] = useState<BulkDraft>({
    personId: '',
    text: '',
    day: dayIn(serverNow(), usualDays),
  });
  const bulk = useBulk(keys);
  const title = titles[action](keys.size);
  const close = <Button onClick={onClose}>{bulk.result ? partMessages.close : partMessages.cancel}</Button>;
  if (bulk.result)
    return (
      <Dialog open onClose={onClose} title={title} actions={close}>
        <Result result={bulk.result} />
      </Dialog>
    );
  const isReady = action !== 'waive' || (draft.text.trim() !== '' && draft.day >= dayIn(serverNow(), 0));
  return (
    <Dialog open modal onClose={onClose} title={title}>
      <Form
        problem={bulk.problem}
        onSubmit={() => isReady && void bulk.run(changeOf(action, draft))}
        actions={
          <>
            <Button kind="primary" type="submit" busy={bulk.isBusy} disabled={!isReady}>
              {trackedMessages.apply}
            </Button>
            {close}
          </>
        }
      >
        <Fields
          action={action}
          draft={draft}
          set={(change) => setDraft({ ...draft, ...change })}
          people={people}
          problem={bulk.problem}
        />
      </Form>
    </Dialog>
  );
};
