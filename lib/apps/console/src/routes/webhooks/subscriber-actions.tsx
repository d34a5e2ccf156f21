import { useState, type ReactElement, type ReactNode } from 'react';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { Menu } from '@scangate/console/parts/overlays/menu.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';

interface Step {
  isBusy: boolean;
  problem: unknown;
  run: () => unknown;
}

interface SubscriberActionsProps {
  name: string;
  enabled: boolean;
  test: Step & { label: string; isDisabled?: boolean; result: ReactNode };
  toggle: Step;
  remove: Step;
  /** The further choices of the menu, each with the dialog that it opens. */
  choices: readonly { label: string; dialog: (onClose: () => void) => ReactNode }[];
}

interface RemoveDialogProps extends Pick<SubscriberActionsProps, 'name' | 'remove'> {
  onClose: () => void;
}

const RemoveDialog = ({ name, remove, onClose }: RemoveDialogProps): ReactElement => (
  <ConfirmDialog
    open
    danger
    onClose={onClose}
    title={webhookMessages.removeTitle(name)}
    confirm={webhookMessages.remove}
    typeToConfirm={name}
    onConfirm={() => void remove.run()}
    busy={remove.isBusy}
    problem={remove.problem}
  >
    {webhookMessages.removeText}
  </ConfirmDialog>
);

/** Offers what can be done with a webhook or an integration. */
export const SubscriberActions = (props: SubscriberActionsProps): ReactElement => {
  const { name, enabled, test, toggle, remove, choices } = props;
  const [opened, setOpened] = useState<string>();
  const close = (): void => setOpened(undefined);
  const problem = test.problem ?? toggle.problem;
  const toggling = enabled ? webhookMessages.disable : webhookMessages.enable;
  return (
    <>
      <Button busy={test.isBusy} disabled={test.isDisabled ?? false} onClick={() => void test.run()}>
        {test.label}
      </Button>
      <Menu
        label={webhookMessages.actions}
        icon="more"
        groups={[
          {
            items: [
              ...choices.map(({ label }) => ({ label, onSelect: () => setOpened(label) })),
              { label: toggling, onSelect: () => void toggle.run() },
            ],
          },
          {
            items: [
              {
                label: webhookMessages.remove,
                danger: true,
                onSelect: () => setOpened(webhookMessages.remove),
              },
            ],
          },
        ]}
      />
      {test.result !== undefined && <p role="status">{test.result}</p>}
      {problem !== undefined && <ProblemPanel error={problem} />}
      {opened === webhookMessages.remove && <RemoveDialog name={name} remove={remove} onClose={close} />}
      {choices.find(({ label }) => label === opened)?.dialog(close)}
    </>
  );
};
