import type { ReactElement } from 'react';
import { tokenMessages } from '@scangate/console/messages/organization/tokens.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { CodeBlock } from '@scangate/console/parts/text/code-block.tsx';
import { Dialog } from './dialog.tsx';

interface SecretOnceProps {
  title: string;
  secret: string;
  onClose: () => void;
}

/** A secret that is shown once, with Copy. It closes by its own button alone, not by a click beside it. */
export const SecretOnce = ({ title, secret, onClose }: SecretOnceProps): ReactElement => (
  <Dialog
    open
    modal
    size="large"
    title={title}
    onClose={onClose}
    actions={
      <Button kind="primary" onClick={onClose}>
        {tokenMessages.done}
      </Button>
    }
  >
    <Stack gap={3}>
      <p>{tokenMessages.issuedText}</p>
      <CodeBlock code={secret} label={tokenMessages.token} />
    </Stack>
  </Dialog>
);
