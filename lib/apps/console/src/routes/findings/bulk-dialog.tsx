import { useState, type ReactElement } from 'react';
import { endOfDay } from '@scangate/console/messages/calendar.ts';
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
import { ExpiryField, type ChosenDay } from '@scangate/console/routes/waivers/expiry-field.tsx';
import { useUsualDay } from '@scangate/console/routes/waivers/use-usual-day.ts';
import { dayIn, oneLine } from '@scangate/console/routes/waivers/waiver-targets.ts';
import { serverNow } from '@scangate/console/session/browser/server-time.ts';
import type { People } from '@scangate/console/session/use-people.ts';
import { BulkOutcome } from './bulk-outcome.tsx';
import type { BulkChange } from './bulk-request.ts';
import { useBulk } from './use-bulk.ts';

export type BulkAction = 'assign' | 'note' | 'waive';

interface BulkDialogProps {
  action: BulkAction;
  keys: ReadonlySet<string>;
  people: People['all'];
  titles: ReadonlyMap<string, string>;
  /** Receives the fingerprints of the findings that are changed. */
  onClose: (changed: ReadonlySet<string>) => void;
}

interface BulkDraft {
  personId: string;
  text: string;
  day: ChosenDay;
}

type Bulk = ReturnType<typeof useBulk>;

const emptyDraft: BulkDraft = { personId: '', text: '', day: undefined };

const dialogTitles = {
  assign: trackedMessages.assignTitle,
  note: trackedMessages.noteTitle,
  waive: trackedMessages.waiveTitle,
} as const;

const changeOf = (action: BulkAction, { personId, text }: BulkDraft, day: string): BulkChange => {
  if (action === 'assign') return { assign: personId === '' ? null : personId };
  if (action === 'note') return { note: text.trim() === '' ? null : text };
  return { waive: { reason: oneLine(text), expiresAt: endOfDay(day) } };
};

interface FieldsProps {
  action: BulkAction;
  draft: BulkDraft;
  day: string;
  set: (change: Partial<BulkDraft>) => void;
  people: BulkDialogProps['people'];
  problem: unknown;
}

const Fields = ({ action, draft, day, set, people, problem }: FieldsProps): ReactElement => {
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
          day={day}
          onChange={(chosen) => set({ day: chosen })}
          error={errorAt(problem, '/waive/expiresAt')}
        />
      )}
    </>
  );
};

const CloseButton = ({ bulk, onClose }: { bulk: Bulk; onClose: () => void }): ReactElement => {
  const text = bulk.result ? partMessages.close : partMessages.cancel;
  return (
    <Button onClick={onClose} busy={bulk.isStopping}>
      {bulk.isBusy ? trackedMessages.stop : text}
    </Button>
  );
};

const Progress = ({ bulk }: { bulk: Bulk }): ReactElement | null => {
  const { isBusy, answeredSoFar, total } = bulk;
  if (isBusy) return <p role="status">{trackedMessages.progress(answeredSoFar, total)}</p>;
  return answeredSoFar > 0 ? <p role="status">{trackedMessages.stopped(answeredSoFar)}</p> : null;
};

/** Assigns, notes or waives many findings at once, and shows the outcome of each. */
export const BulkDialog = (props: BulkDialogProps): ReactElement => {
  const { action, keys, people, titles } = props;
  const usualDay = useUsualDay({ enabled: action === 'waive' });
  const { value: draft, set: setDraft } = useInput(emptyDraft);
  const day = draft.day ?? usualDay;
  const bulk = useBulk(keys);
  // A running request is stopped first, and its dialog stays until the outcome of the last request is known.
  const onClose = (): void => (bulk.isBusy ? bulk.stop() : props.onClose(bulk.changed));
  const [count] = useState(keys.size);
  const title = dialogTitles[action](count);
  const close = <CloseButton bulk={bulk} onClose={onClose} />;
  if (bulk.result)
    return (
      <Dialog open size="large" onClose={onClose} title={title} actions={close}>
        <BulkOutcome result={bulk.result} titles={titles} />
      </Dialog>
    );
  const isReady = action !== 'waive' || (draft.text.trim() !== '' && day >= dayIn(serverNow(), 0));
  return (
    <Dialog open modal onClose={onClose} title={title}>
      <Form
        problem={bulk.problem}
        onSubmit={() => isReady && void bulk.run(changeOf(action, draft, day))}
        actions={
          <>
            <Button kind="primary" type="submit" busy={bulk.isBusy} disabled={!isReady}>
              {trackedMessages.apply}
            </Button>
            {close}
          </>
        }
      >
        <Progress bulk={bulk} />
        <Fields
          action={action}
          draft={draft}
          day={day}
          set={(change) => setDraft({ ...draft, ...change })}
          people={people}
          problem={bulk.problem}
        />
      </Form>
    </Dialog>
  );
};
