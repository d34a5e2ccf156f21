import { useState, type ReactElement } from 'react';
import { endOfDay } from '@scangate/console/messages/calendar.ts';
import { waiverMessages } from '@scangate/console/messages/gate/waivers.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextArea } from '@scangate/console/parts/forms/text-field.tsx';
import { useInput } from '@scangate/console/parts/forms/use-input.ts';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { FormDialog } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { Menu, type MenuAction } from '@scangate/console/parts/overlays/menu.tsx';
import { isPermitted, managers, scanners } from '@scangate/console/session/permissions.ts';
import { serverNow } from '@scangate/console/session/browser/server-time.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { People } from '@scangate/console/session/use-people.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { ExpiryField, type ChosenDay } from './expiry-field.tsx';
import { useUsualDay } from './use-usual-day.ts';
import { WaiverFacts } from './waiver-facts.tsx';
import { WaiverText, waiverName, type Waiver } from './waiver-text.tsx';
import { dayIn, oneLine } from './waiver-targets.ts';

interface WaiverDialogProps {
  waiver: Waiver;
  nameOf: People['nameOf'];
  onClose: () => void;
}

const affected = ['list-waivers', 'list-findings', 'list-tracked-findings'] as const;

const decisions = {
  approve: {
    operation: 'approve-waiver',
    title: waiverMessages.approveTitle,
    text: waiverMessages.approveText,
    confirm: waiverMessages.approve,
    isDanger: false,
  },
  reject: {
    operation: 'reject-waiver',
    title: waiverMessages.rejectTitle,
    text: waiverMessages.rejectText,
    confirm: waiverMessages.reject,
    isDanger: true,
  },
  withdraw: {
    operation: 'withdraw-waiver',
    title: waiverMessages.withdrawTitle,
    text: waiverMessages.withdrawText,
    confirm: waiverMessages.withdraw,
    isDanger: true,
  },
} as const;

type Decision = keyof typeof decisions;

/** Approves, rejects or withdraws, after it was read once more what the waiver covers. */
const DecisionDialog = (props: WaiverDialogProps & { decision: Decision }): ReactElement => {
  const { waiver, nameOf, decision, onClose } = props;
  const { operation, title, text, confirm, isDanger } = decisions[decision];
  const act = useApiAction(operation, { invalidates: affected, onDone: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      confirm={confirm}
      danger={isDanger}
      busy={act.isBusy}
      problem={act.problem}
      onConfirm={() => void act.run({ params: { waiverId: waiver.waiverId } })}
    >
      <Stack gap={3}>
        <WaiverFacts waiver={waiver} nameOf={nameOf} />
        <p>{text}</p>
      </Stack>
    </ConfirmDialog>
  );
};

interface Renewal {
  day: ChosenDay;
  reason: string;
}

const renewalErrors = (day: string, { reason }: Renewal, expiresAt: string) => ({
  day: day <= expiresAt.slice(0, 10) || day < dayIn(serverNow(), 0),
  reason: reason.trim() === '',
});

/** A new waiver in place of one that ends. */
const RenewDialog = ({ waiver, onClose }: Omit<WaiverDialogProps, 'nameOf'>): ReactElement => {
  const { waiverId, expiresAt, reason, match } = waiver;
  const isRequest = useSession().role === 'member';
  const usualDay = useUsualDay({ after: Date.parse(expiresAt) });
  const act = useApiAction('renew-waiver', { invalidates: affected });
  const send = (value: Renewal) => {
    const body = { expiresAt: endOfDay(value.day ?? usualDay), reason: oneLine(value.reason) };
    return act.run({ params: { waiverId }, body });
  };
  return (
    <FormDialog
      size="small"
      title={waiverMessages.renewTitle}
      submit={isRequest ? waiverMessages.requestRenewal : waiverMessages.renew}
      draft={useInput<Renewal>({ day: undefined, reason })}
      errorsIn={(value) => renewalErrors(value.day ?? usualDay, value, expiresAt)}
      act={act}
      send={send}
      onClose={onClose}
    >
      {({ value, onChange, errors, problem }) => (
        <>
          <p>
            <WaiverText match={match} />
          </p>
          <p>{isRequest ? waiverMessages.requestRenewalText : waiverMessages.renewText}</p>
          <ExpiryField
            day={value.day ?? usualDay}
            onChange={(chosen) => onChange({ ...value, day: chosen })}
            error={errors.day ? waiverMessages.laterDayNeeded : errorAt(problem, '/expiresAt')}
          />
          <TextArea
            label={waiverMessages.reason}
            error={errors.reason ? waiverMessages.reasonNeeded : errorAt(problem, '/reason')}
            value={value.reason}
            onChange={(text) => onChange({ ...value, reason: text })}
            required
            rows={3}
          />
        </>
      )}
    </FormDialog>
  );
};

interface Viewer {
  personId: string;
  canManage: boolean;
  canRequest: boolean;
}

/** Returns what a person may do with a waiver. People cannot approve their own request, but withdraw it. */
export const actionsFor = (
  { status, createdBy }: Pick<Waiver, 'status' | 'createdBy'>,
  { personId, canManage, canRequest }: Viewer,
): readonly (Decision | 'renew')[] => {
  const isOwn = createdBy === personId;
  if (status === 'requested') {
    if (isOwn) return ['withdraw'];
    return canManage ? ['approve', 'reject'] : [];
  }
  if (status === 'active')
    return [...(canRequest ? (['renew'] as const) : []), ...(canManage ? (['withdraw'] as const) : [])];
  return status === 'expired' && canRequest ? ['renew'] : [];
};

/** The menu of one waiver; absent where nothing can be done. */
export const WaiverActions = (props: Omit<WaiverDialogProps, 'onClose'>): ReactElement | null => {
  const { waiver, nameOf } = props;
  const session = useSession();
  const [open, setOpen] = useState<Decision | 'renew'>();
  const close = (): void => setOpen(undefined);
  const actions = actionsFor(waiver, {
    personId: session.person.personId,
    canManage: isPermitted({ roles: managers }, session),
    canRequest: isPermitted({ roles: scanners }, session),
  });
  if (actions.length === 0) return null;
  const items: MenuAction[] = actions.map((action) => ({
    label: waiverMessages[action],
    danger: action === 'reject' || action === 'withdraw',
    onSelect: () => setOpen(action),
  }));
  return (
    <>
      <Menu
        label={waiverMessages.actionsOf(waiverName(waiver))}
        icon="more"
        kind="quiet"
        groups={[{ items }]}
      />
      {open === 'renew' && <RenewDialog waiver={waiver} onClose={close} />}
      {open !== undefined && open !== 'renew' && (
        <DecisionDialog waiver={waiver} nameOf={nameOf} decision={open} onClose={close} />
      )}
    </>
  );
};
