import { useState, type ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { trackedMessages } from '@scangate/console/messages/gate/tracked.ts';
import { waiverMessages } from '@scangate/console/messages/gate/waivers.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextArea } from '@scangate/console/parts/forms/text-field.tsx';
import { useInput } from '@scangate/console/parts/forms/use-input.ts';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { ExpiryField } from '@scangate/console/routes/waivers/expiry-field.tsx';
import { useUsualDay } from '@scangate/console/routes/waivers/use-usual-day.ts';
import { dayIn, endOfDay, oneLine } from '@scangate/console/routes/waivers/waiver-targets.ts';
import { serverNow } from '@scangate/console/session/browser/server-time.ts';
import type { People } from '@scangate/console/session/use-people.ts';
import { BulkOutcome } from './bulk-outcome.tsx';
import type { BulkChange, BulkResult } from './bulk-request.ts';
import { useBulk } from './use-bulk.ts';

export type BulkAction = 'assign' | 'note' | 'waive';

interface BulkDialogProps {
  action: BulkAction;
  keys: ReadonlySet<string>;
  people: People['all'];
  titles: ReadonlyMap<string, string>;
  /** Receives what became of the findings, when somebody has read it. */
  onClose: (result?: BulkResult) => void;
}

interface BulkDraft {
  personId: string;
  text: string;
  day: string;
}

const dialogTitles = {
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
        <ExpiryField
          day={draft.day}
          onChange={(day) => set({ day })}
          error={errorAt(problem, '/waive/expiresAt')}
        />
      )}
    </>
  );
};

/** Assigns, notes or waives many findings at once, and says what became of each. */
export const BulkDialog = (props: BulkDialogProps): ReactElement => {
  const { action, keys, people, titles } = props;
  const day = useUsualDay({ enabled: action === 'waive' });
  const { value: draft, set: setDraft } = useInput<BulkDraft>({ personId: '', text: '', day });
  const bulk = useBulk(keys);
  const onClose = (): void => props.onClose(bulk.result);
  const [count] = useState(keys.size);
  const title = dialogTitles[action](count);
  const close = <Button onClick={onClose}>{bulk.result ? partMessages.close : partMessages.cancel}</Button>;
  if (bulk.result)
    return (
      <Dialog open size="large" onClose={onClose} title={title} actions={close}>
        <BulkOutcome result={bulk.result} titles={titles} />
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
        {bulk.answeredSoFar > 0 && <p>{trackedMessages.stopped(bulk.answeredSoFar)}</p>}
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
