import { useState, type ReactElement } from 'react';
import { galleryMessages } from '@scangate/console/messages/gallery.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { ConfirmDialog, Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { Hint } from '@scangate/console/parts/overlays/hint.tsx';
import { Menu } from '@scangate/console/parts/overlays/menu.tsx';

const nothing = (): void => undefined;

export const OverlaySection = (): ReactElement => {
  const [open, setOpen] = useState<'dialog' | 'confirm'>();
  const close = (): void => setOpen(undefined);
  return (
    <Panel title={galleryMessages.overlays}>
      <Row>
        <Button onClick={() => setOpen('dialog')}>{galleryMessages.openDialog}</Button>
        <Button kind="danger" onClick={() => setOpen('confirm')}>
          {galleryMessages.openConfirm}
        </Button>
        <Menu
          label={galleryMessages.more}
          text={galleryMessages.more}
          icon="down"
          groups={[
            {
              items: [
                { label: galleryMessages.edit, onSelect: nothing, note: 'e' },
                { label: galleryMessages.save, onSelect: nothing, disabled: true },
              ],
            },
            { items: [{ label: galleryMessages.remove, onSelect: nothing, danger: true }] },
          ]}
        />
        <Hint text={galleryMessages.hint}>{galleryMessages.hintAt}</Hint>
      </Row>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title={galleryMessages.openDialog}
        actions={<Button onClick={close}>{galleryMessages.save}</Button>}
      >
        {galleryMessages.dialogText}
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title={galleryMessages.openConfirm}
        confirm={galleryMessages.remove}
        danger
        typeToConfirm={galleryMessages.label}
        onConfirm={close}
      >
        {galleryMessages.dialogText}
      </ConfirmDialog>
    </Panel>
  );
};
